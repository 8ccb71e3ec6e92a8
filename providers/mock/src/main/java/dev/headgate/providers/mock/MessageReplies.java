package dev.headgate.providers.mock;

import java.util.Iterator;
import java.util.stream.Stream;

/** Answers as Messages. */
final class MessageReplies {
  private MessageReplies() {}

  static String whole(Reply reply) {
    String content = "{\"type\":\"text\",\"text\":" + Json.quoted(reply.text()) + "}";
    return message(reply, content, "\"end_turn\"", reply.tokens().output());
  }

  static String tokenCount(Reply reply) {
    return "{\"input_tokens\":" + reply.tokens().input() + "}";
  }

  static Iterator<byte[]> stream(Reply reply) {
    Stream<byte[]> first =
        Stream.of(
            event("message_start", "\"message\":" + message(reply, "", "null", 1)),
            event(
                "content_block_start",
                "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}"),
            Events.named("ping", "{\"type\":\"ping\"}"));
    Stream<byte[]> texts =
        reply.pieces().stream()
            .map(piece ->
                event(
                    "content_block_delta",
                    "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":"
                        + Json.quoted(piece)
                        + "}"));
    Stream<byte[]> last =
        Stream.of(
            event("content_block_stop", "\"index\":0"),
            event(
                "message_delta",
                "\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},"
                    + "\"usage\":{\"output_tokens\":"
                    + reply.tokens().output()
                    + "}"),
            Events.named("message_stop", "{\"type\":\"message_stop\"}"));
    return Events.inOrder(first, texts, last).iterator();
  }

  private static byte[] event(String type, String members) {
    return Events.named(type, "{\"type\":\"" + type + "\"," + members + "}");
  }

  private static String message(Reply reply, String content, String stopReason, long output) {
    return ("{\"id\":\"msg_mock_%s\",\"type\":\"message\",\"role\":\"assistant\",\"model\":%s,"
            + "\"content\":[%s],\"stop_reason\":%s,\"stop_sequence\":null,"
            + "\"usage\":{\"input_tokens\":%d,\"cache_creation_input_tokens\":0,"
            + "\"cache_read_input_tokens\":0,\"output_tokens\":%d}}")
        .formatted(
            reply.id(), reply.quotedModel(), content, stopReason, reply.tokens().input(), output);
  }
}
