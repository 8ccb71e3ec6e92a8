package dev.headgate.bench.upstream.fake;

/** OpenAI's {@code /responses} and what hangs below it. */
final class Responses implements Generator {

  private static final String USAGE =
      "{\"input_tokens\":9,\"input_tokens_details\":{\"cached_tokens\":0},\"output_tokens\":12,"
          + "\"output_tokens_details\":{\"reasoning_tokens\":0},\"total_tokens\":21}";
  private static final String ID = "resp_upstream";
  private static final String MESSAGE_ID = "msg_upstream";
  private static final String CALL_ID = "fc_upstream";
  private static final String STORED_MODEL = "upstream-stored";

  @Override
  public String whole(Call call) {
    return response(ID, call.model(), "completed", output(call, Words.text(call.bodyBytes())));
  }

  @Override
  public EventStream events(Call call) {
    Numbered events = new Numbered(call.newStream());
    String begun = ",\"response\":" + response(ID, call.model(), "in_progress", "");
    events.add("response.created", begun);
    events.add("response.in_progress", begun);
    if (call.toolCall().isPresent()) {
      toolEvents(events, call.toolCall().get());
    } else {
      textEvents(events, call);
    }
    String output = output(call, Words.pieces(call.chunks()));
    events.add(
        "response.completed", ",\"response\":" + response(ID, call.model(), "completed", output));
    return events.stream;
  }

  private static void textEvents(Numbered events, Call call) {
    String text = Words.pieces(call.chunks());
    String where = ",\"item_id\":\"" + MESSAGE_ID + "\",\"output_index\":0,\"content_index\":0";
    events.add("response.output_item.added", item(message("in_progress", "")));
    events.add("response.content_part.added", where + ",\"part\":" + textPart(""));
    for (int i = 0; i < call.chunks(); i++) {
      String delta = where + ",\"delta\":\"" + Words.piece(i) + "\",\"logprobs\":[]";
      events.add("response.output_text.delta", delta, i > 0);
    }
    events.add("response.output_text.done", where + ",\"text\":\"" + text + "\",\"logprobs\":[]");
    events.add("response.content_part.done", where + ",\"part\":" + textPart(text));
    events.add("response.output_item.done", item(message("completed", textPart(text))));
  }

  private static void toolEvents(Numbered events, ToolCall tool) {
    String where = ",\"item_id\":\"" + CALL_ID + "\",\"output_index\":0";
    events.add("response.output_item.added", item(functionCall(tool, "in_progress", "")));
    for (String piece : ToolCall.PIECES) {
      events.add(
          "response.function_call_arguments.delta", where + ",\"delta\":\"" + piece + "\"", true);
    }
    String whole = ToolCall.ESCAPED_ARGUMENTS;
    events.add(
        "response.function_call_arguments.done",
        where + ",\"name\":\"" + tool.name() + "\",\"arguments\":\"" + whole + "\"");
    events.add("response.output_item.done", item(functionCall(tool, "completed", whole)));
  }

  /** {@code GET /responses/{id}}: whatever the id, a completed response. */
  String stored(String id) {
    return response(id, STORED_MODEL, "completed", message("completed", textPart(Words.text(0))));
  }

  /** {@code POST /responses/{id}/cancel}. */
  String cancelled(String id) {
    return response(id, STORED_MODEL, "cancelled", "");
  }

  /** {@code DELETE /responses/{id}}. */
  String deleted(String id) {
    return "{\"id\":\"" + id + "\",\"object\":\"response\",\"deleted\":true}";
  }

  /** {@code GET /responses/{id}/input_items}. */
  String inputItems() {
    return "{\"object\":\"list\",\"data\":[{\"id\":\"msg_input\",\"type\":\"message\","
        + "\"role\":\"user\",\"status\":\"completed\",\"content\":[{\"type\":\"input_text\","
        + "\"text\":\"Hello\"}]}],\"first_id\":\"msg_input\",\"last_id\":\"msg_input\","
        + "\"has_more\":false}";
  }

  /** {@code POST /responses/compact}. */
  String compacted() {
    return "{\"id\":\"resp_compacted\",\"object\":\"response.compaction\","
        + "\"created_at\":1677652288,\"output\":[{\"type\":\"compaction\",\"id\":\"cmp_upstream\","
        + "\"encrypted_content\":\"dXBzdHJlYW0=\"}],\"usage\":"
        + USAGE
        + "}";
  }

  private static String output(Call call, String text) {
    return call.toolCall()
        .map(tool -> functionCall(tool, "completed", ToolCall.ESCAPED_ARGUMENTS))
        .orElseGet(() -> message("completed", textPart(text)));
  }

  private static String item(String item) {
    return ",\"output_index\":0,\"item\":" + item;
  }

  private static String message(String status, String content) {
    return "{\"id\":\""
        + MESSAGE_ID
        + "\",\"type\":\"message\",\"status\":\""
        + status
        + "\",\"role\":\"assistant\",\"content\":["
        + content
        + "]}";
  }

  private static String textPart(String text) {
    return "{\"type\":\"output_text\",\"text\":\""
        + text
        + "\",\"annotations\":[],\"logprobs\":[]}";
  }

  private static String functionCall(ToolCall tool, String status, String arguments) {
    return "{\"id\":\""
        + CALL_ID
        + "\",\"type\":\"function_call\",\"status\":\""
        + status
        + "\",\"call_id\":\"call_upstream\",\"name\":\""
        + tool.name()
        + "\",\"arguments\":\""
        + arguments
        + "\"}";
  }

  private static String response(String id, String model, String status, String output) {
    return "{\"id\":\""
        + id
        + "\",\"object\":\"response\",\"created_at\":1677652288,\"status\":\""
        + status
        + "\",\"background\":false,\"error\":null,\"incomplete_details\":null,"
        + "\"instructions\":null,\"max_output_tokens\":null,\"model\":\""
        + model
        + "\",\"output\":["
        + output
        + "],\"parallel_tool_calls\":true,\"previous_response_id\":null,"
        + "\"reasoning\":{\"effort\":null,\"summary\":null},\"store\":true,\"temperature\":1.0,"
        + "\"text\":{\"format\":{\"type\":\"text\"}},\"tool_choice\":\"auto\",\"tools\":[],"
        + "\"top_p\":1.0,\"truncation\":\"disabled\",\"usage\":"
        + (status.equals("completed") ? USAGE : "null")
        + ",\"user\":null,\"metadata\":{}}";
  }

  /** Events that carry their own number. */
  private static final class Numbered {

    private final EventStream stream;
    private int next;

    Numbered(EventStream stream) {
      this.stream = stream;
    }

    void add(String type, String members) {
      add(type, members, false);
    }

    void add(String type, String members, boolean afterGap) {
      String data = "{\"type\":\"" + type + "\",\"sequence_number\":" + next++ + members + "}";
      if (afterGap) {
        stream.eventAfterGap(type, data);
      } else {
        stream.event(type, data);
      }
    }
  }
}
