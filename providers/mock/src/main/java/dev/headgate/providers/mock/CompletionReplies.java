package dev.headgate.providers.mock;

import java.util.Iterator;
import java.util.stream.Stream;

/** Answers as legacy text completions. */
final class CompletionReplies {
  private CompletionReplies() {}

  static String whole(Reply reply) {
    return completion(
        reply, choice(reply.text(), "\"stop\""), ",\"usage\":" + ChatReplies.usage(reply.tokens()));
  }

  static Iterator<byte[]> stream(Reply reply) {
    Stream<String> texts =
        reply.pieces().stream().map(piece -> completion(reply, choice(piece, "null"), ""));
    Stream<String> last = Stream.of(completion(reply, choice("", "\"stop\""), ""));
    Stream<String> usage =
        reply.usageFrame()
            ? Stream.of(completion(reply, "", ",\"usage\":" + ChatReplies.usage(reply.tokens())))
            : Stream.empty();
    return Events.inOrder(texts, last, usage, Stream.of("[DONE]")).map(Events::data).iterator();
  }

  private static String choice(String text, String finishReason) {
    return "{\"text\":%s,\"index\":0,\"logprobs\":null,\"finish_reason\":%s}"
        .formatted(Json.quoted(text), finishReason);
  }

  private static String completion(Reply reply, String choice, String more) {
    return ("{\"id\":\"cmpl-mock-%s\",\"object\":\"text_completion\",\"created\":%d,\"model\":%s,"
            + "\"choices\":[%s]%s}")
        .formatted(reply.id(), reply.created(), reply.quotedModel(), choice, more);
  }
}
