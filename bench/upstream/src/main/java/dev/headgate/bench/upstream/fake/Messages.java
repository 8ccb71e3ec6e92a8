package dev.headgate.bench.upstream.fake;

/** Anthropic's {@code /v1/messages}. */
final class Messages implements Generator {

  private static final int INPUT_TOKENS = 17;
  private static final int OUTPUT_TOKENS = 71;

  @Override
  public String whole(Call call) {
    String content =
        call.toolCall()
            .map(tool -> toolUse(tool, ToolCall.ARGUMENTS))
            .orElseGet(
                () -> "{\"type\":\"text\",\"text\":\"" + Words.text(call.bodyBytes()) + "\"}");
    return message(call, content, '"' + stopReason(call) + '"', OUTPUT_TOKENS);
  }

  @Override
  public EventStream events(Call call) {
    EventStream events = call.newStream();
    event(events, "message_start", ",\"message\":" + message(call, "", "null", 1));
    String block =
        call.toolCall()
            .map(tool -> toolUse(tool, "{}"))
            .orElse("{\"type\":\"text\",\"text\":\"\"}");
    event(events, "content_block_start", ",\"index\":0,\"content_block\":" + block);
    event(events, "ping", "");
    deltas(call, events);
    event(events, "content_block_stop", ",\"index\":0");
    event(
        events,
        "message_delta",
        ",\"delta\":{\"stop_reason\":\""
            + stopReason(call)
            + "\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":"
            + OUTPUT_TOKENS
            + "}");
    return event(events, "message_stop", "");
  }

  private static void deltas(Call call, EventStream events) {
    if (call.toolCall().isPresent()) {
      for (String piece : ToolCall.PIECES) {
        delta(events, true, "{\"type\":\"input_json_delta\",\"partial_json\":\"" + piece + "\"}");
      }
      return;
    }
    for (int i = 0; i < call.chunks(); i++) {
      delta(events, i > 0, "{\"type\":\"text_delta\",\"text\":\"" + call.piece(i) + "\"}");
    }
  }

  private static void delta(EventStream events, boolean afterGap, String delta) {
    String name = "content_block_delta";
    String data = "{\"type\":\"" + name + "\",\"index\":0,\"delta\":" + delta + "}";
    if (afterGap) {
      events.eventAfterGap(name, data);
    } else {
      events.event(name, data);
    }
  }

  private static EventStream event(EventStream events, String name, String members) {
    return events.event(name, "{\"type\":\"" + name + "\"" + members + "}");
  }

  private static String stopReason(Call call) {
    return call.toolCall().isPresent() ? "tool_use" : "end_turn";
  }

  private static String toolUse(ToolCall tool, String input) {
    return "{\"type\":\"tool_use\",\"id\":\"toolu_upstream\",\"name\":\""
        + tool.name()
        + "\",\"input\":"
        + input
        + "}";
  }

  private static String message(Call call, String content, String stopReason, int outputTokens) {
    return "{\"id\":\"msg_upstream\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\""
        + call.model()
        + "\",\"content\":["
        + content
        + "],\"stop_reason\":"
        + stopReason
        + ",\"stop_sequence\":null,\"usage\":{\"input_tokens\":"
        + INPUT_TOKENS
        + ",\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0,\"output_tokens\":"
        + outputTokens
        + ",\"service_tier\":\"standard\"}}";
  }
}
