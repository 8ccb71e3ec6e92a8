package dev.headgate.providers.mock;

import java.util.Iterator;
import java.util.stream.Stream;

/** Answers as chat completions. */
final class ChatReplies {
  private ChatReplies() {}

  static String whole(Reply reply) {
    return ("{\"id\":\"chatcmpl-mock-%s\",\"object\":\"chat.completion\",\"created\":%d,\"model\":%s,"
            + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":%s,"
            + "\"refusal\":null,\"annotations\":[]},\"logprobs\":null,\"finish_reason\":\"stop\"}],"
            + "\"usage\":%s,\"service_tier\":\"default\",\"system_fingerprint\":\"fp_mock\"}")
        .formatted(
            reply.id(),
            reply.created(),
            reply.quotedModel(),
            Json.quoted(reply.text()),
            usage(reply.tokens()));
  }

  static Iterator<byte[]> stream(Reply reply) {
    Stream<String> first = Stream.of(delta(reply, "{\"role\":\"assistant\",\"content\":\"\"}"));
    Stream<String> texts =
        reply.pieces().stream()
            .map(piece -> delta(reply, "{\"content\":" + Json.quoted(piece) + "}"));
    Stream<String> last = Stream.of(chunk(reply, choice("{}", "\"stop\""), ""));
    Stream<String> usage =
        reply.usageFrame()
            ? Stream.of(chunk(reply, "", ",\"usage\":" + usage(reply.tokens())))
            : Stream.empty();
    return Events.inOrder(first, texts, last, usage, Stream.of("[DONE]"))
        .map(Events::data)
        .iterator();
  }

  private static String delta(Reply reply, String delta) {
    return chunk(reply, choice(delta, "null"), "");
  }

  private static String choice(String delta, String finishReason) {
    return "{\"index\":0,\"delta\":%s,\"logprobs\":null,\"finish_reason\":%s}"
        .formatted(delta, finishReason);
  }

  private static String chunk(Reply reply, String choice, String more) {
    return ("{\"id\":\"chatcmpl-mock-%s\",\"object\":\"chat.completion.chunk\",\"created\":%d,"
            + "\"model\":%s,\"system_fingerprint\":\"fp_mock\",\"choices\":[%s]%s}")
        .formatted(reply.id(), reply.created(), reply.quotedModel(), choice, more);
  }

  static String usage(Tokens tokens) {
    return ("{\"prompt_tokens\":%d,\"completion_tokens\":%d,\"total_tokens\":%d,"
            + "\"prompt_tokens_details\":{\"cached_tokens\":0,\"audio_tokens\":0},"
            + "\"completion_tokens_details\":{\"reasoning_tokens\":0,\"audio_tokens\":0}}")
        .formatted(tokens.input(), tokens.output(), tokens.total());
  }
}
