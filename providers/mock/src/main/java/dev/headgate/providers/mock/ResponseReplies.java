package dev.headgate.providers.mock;

import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Answers as Responses. */
final class ResponseReplies {
  private ResponseReplies() {}

  static String whole(Reply reply) {
    return response(reply, "completed", item(reply, "completed", part(reply.text())), usage(reply));
  }

  static Iterator<byte[]> stream(Reply reply) {
    Numbered numbered = new Numbered();
    String begun = "\"response\":" + response(reply, "in_progress", "", "null");
    String place =
        "\"item_id\":\"msg_mock_" + reply.id() + "\",\"output_index\":0,\"content_index\":0,";
    Stream<Event> first =
        Stream.of(
            new Event("response.created", begun),
            new Event("response.in_progress", begun),
            new Event(
                "response.output_item.added",
                "\"output_index\":0,\"item\":" + item(reply, "in_progress", "")),
            new Event("response.content_part.added", place + "\"part\":" + part("")));
    Stream<Event> texts =
        reply.pieces().stream()
            .map(piece ->
                new Event(
                    "response.output_text.delta",
                    place + "\"delta\":" + Json.quoted(piece) + ",\"logprobs\":[]"));
    return Events.inOrder(first, texts, Stream.of(reply).flatMap(done -> end(done, place)))
        .map(numbered::bytes)
        .iterator();
  }

  private static Stream<Event> end(Reply reply, String place) {
    String text = reply.pieces().joined();
    String item = item(reply, "completed", part(text));
    return Stream.of(
        new Event(
            "response.output_text.done",
            place + "\"text\":" + Json.quoted(text) + ",\"logprobs\":[]"),
        new Event("response.content_part.done", place + "\"part\":" + part(text)),
        new Event("response.output_item.done", "\"output_index\":0,\"item\":" + item),
        new Event(
            "response.completed",
            "\"response\":" + response(reply, "completed", item, usage(reply))));
  }

  private static String part(String text) {
    return "{\"type\":\"output_text\",\"text\":%s,\"annotations\":[],\"logprobs\":[]}"
        .formatted(Json.quoted(text));
  }

  private static String item(Reply reply, String status, String part) {
    return ("{\"id\":\"msg_mock_%s\",\"type\":\"message\",\"status\":\"%s\",\"role\":\"assistant\","
            + "\"content\":[%s]}")
        .formatted(reply.id(), status, part);
  }

  private static String usage(Reply reply) {
    Tokens tokens = reply.tokens();
    return ("{\"input_tokens\":%d,\"input_tokens_details\":{\"cached_tokens\":0},"
            + "\"output_tokens\":%d,\"output_tokens_details\":{\"reasoning_tokens\":0},"
            + "\"total_tokens\":%d}")
        .formatted(tokens.input(), tokens.output(), tokens.total());
  }

  private static String response(Reply reply, String status, String item, String usage) {
    return ("{\"id\":\"resp_mock_%s\",\"object\":\"response\",\"created_at\":%d,\"status\":\"%s\","
            + "\"error\":null,\"incomplete_details\":null,\"instructions\":null,"
            + "\"max_output_tokens\":null,\"model\":%s,\"output\":[%s],"
            + "\"parallel_tool_calls\":true,\"previous_response_id\":null,"
            + "\"reasoning\":{\"effort\":null,\"summary\":null},\"store\":false,"
            + "\"temperature\":1.0,\"text\":{\"format\":{\"type\":\"text\"}},"
            + "\"tool_choice\":\"auto\",\"tools\":[],\"top_p\":1.0,\"truncation\":\"disabled\","
            + "\"usage\":%s,\"user\":null,\"metadata\":{}}")
        .formatted(reply.id(), reply.created(), status, reply.quotedModel(), item, usage);
  }

  private record Event(String type, String members) {}

  /** Gives each event its number. */
  private static final class Numbered {
    private final AtomicInteger next = new AtomicInteger();

    byte[] bytes(Event event) {
      return Events.named(
          event.type,
          "{\"type\":\"%s\",\"sequence_number\":%d,%s}"
              .formatted(event.type, next.getAndIncrement(), event.members));
    }
  }
}
