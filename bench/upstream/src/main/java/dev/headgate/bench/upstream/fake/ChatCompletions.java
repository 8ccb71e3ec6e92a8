package dev.headgate.bench.upstream.fake;

/** {@code /chat/completions}. */
final class ChatCompletions implements Generator {

  private static final String USAGE =
      "{\"prompt_tokens\":9,\"completion_tokens\":12,\"total_tokens\":21,"
          + "\"prompt_tokens_details\":{\"cached_tokens\":0,\"audio_tokens\":0},"
          + "\"completion_tokens_details\":{\"reasoning_tokens\":0,\"audio_tokens\":0,"
          + "\"accepted_prediction_tokens\":0,\"rejected_prediction_tokens\":0}}";

  @Override
  public String whole(Call call) {
    return "{\"id\":\"chatcmpl-upstream\",\"object\":\"chat.completion\",\"created\":1677652288,"
        + "\"model\":\""
        + call.model()
        + "\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
        + call.toolCall()
            .map(tool ->
                "\"content\":null,\"tool_calls\":["
                    + toolCall(tool, ToolCall.ESCAPED_ARGUMENTS, "")
                    + "],\"refusal\":null},\"logprobs\":null,\"finish_reason\":\"tool_calls\"")
            .orElseGet(() ->
                "\"content\":\""
                    + Words.text(call.bodyBytes())
                    + "\",\"refusal\":null},\"logprobs\":null,\"finish_reason\":\"stop\"")
        + "}],\"usage\":"
        + USAGE
        + ",\"service_tier\":\"default\",\"system_fingerprint\":\"fp_upstream\"}";
  }

  @Override
  public EventStream events(Call call) {
    return call.toolCall().isPresent() ? toolEvents(call, call.toolCall().get()) : textEvents(call);
  }

  private static EventStream textEvents(Call call) {
    EventStream events = call.newStream();
    events.data(chunk(call, "{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}", "null"));
    for (int i = 0; i < call.chunks(); i++) {
      String content = chunk(call, "{\"content\":\"" + call.piece(i) + "\"}", "null");
      if (i == 0) {
        events.data(content);
      } else {
        events.dataAfterGap(content);
      }
    }
    return finish(call, events, "\"stop\"");
  }

  private static EventStream toolEvents(Call call, ToolCall tool) {
    EventStream events = call.newStream();
    String first = toolCall(tool, "", "\"index\":0,");
    events.data(
        chunk(
            call,
            "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" + first + "]}",
            "null"));
    for (String piece : ToolCall.PIECES) {
      String delta =
          "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"" + piece + "\"}}]}";
      events.dataAfterGap(chunk(call, delta, "null"));
    }
    return finish(call, events, "\"tool_calls\"");
  }

  private static EventStream finish(Call call, EventStream events, String reason) {
    events.data(chunk(call, "{}", reason));
    if (call.includeUsage()) {
      events.data(envelope(call) + "\"choices\":[],\"usage\":" + USAGE + "}");
    }
    return events.data("[DONE]");
  }

  private static String chunk(Call call, String delta, String reason) {
    return envelope(call)
        + "\"choices\":[{\"index\":0,\"delta\":"
        + delta
        + ",\"logprobs\":null,\"finish_reason\":"
        + reason
        + "}]"
        + (call.includeUsage() ? ",\"usage\":null}" : "}");
  }

  private static String envelope(Call call) {
    return "{\"id\":\"chatcmpl-upstream\",\"object\":\"chat.completion.chunk\","
        + "\"created\":1677652288,\"model\":\""
        + call.model()
        + "\",\"service_tier\":\"default\",\"system_fingerprint\":\"fp_upstream\",";
  }

  private static String toolCall(ToolCall tool, String arguments, String index) {
    return "{"
        + index
        + "\"id\":\"call_upstream\",\"type\":\"function\",\"function\":{\"name\":\""
        + tool.name()
        + "\",\"arguments\":\""
        + arguments
        + "\"}}";
  }
}
