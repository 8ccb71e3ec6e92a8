package dev.headgate.bench.jmh;

import java.nio.charset.StandardCharsets;

/** What the benchmarks work on. */
final class Inputs {
  private static final String PROSE =
      "The lighthouse keeper wrote down the weather every evening, and the names of the ships. ";

  private Inputs() {}

  /**
   * A chat with one system and one user message.
   *
   * @param size of the body in bytes, about
   */
  static byte[] chat(int size) {
    String user = PROSE.repeat(Math.max(1, (size - 250) / PROSE.length()));
    return ascii(
        "{\"model\":\"gpt-4o-mini\",\"temperature\":0.2,\"max_tokens\":256,\"stream\":false,"
            + "\"user\":\"somebody\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
            + "{\"role\":\"user\",\"content\":\""
            + user
            + "\"}]}");
  }

  /** The head of a chat request, as an SDK sends it. */
  static byte[] head(int bodySize) {
    return ascii(
        "POST /v1/chat/completions HTTP/1.1\r\n"
            + "host: localhost:4000\r\n"
            + "accept: application/json\r\n"
            + "content-type: application/json\r\n"
            + "user-agent: OpenAI/Python 2.8.0\r\n"
            + "x-stainless-lang: python\r\n"
            + "x-stainless-package-version: 2.8.0\r\n"
            + "x-stainless-os: Linux\r\n"
            + "x-stainless-arch: x64\r\n"
            + "x-stainless-runtime: CPython\r\n"
            + "x-stainless-async: false\r\n"
            + "authorization: Bearer sk-bench-0123456789abcdef\r\n"
            + "accept-encoding: gzip, deflate\r\n"
            + "content-length: "
            + bodySize
            + "\r\n\r\n");
  }

  /** Frames of a streamed chat, one behind the other. */
  static byte[] frames(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(
          "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
              + "\"model\":\"gpt-4o-mini\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"},"
              + "\"finish_reason\":null}]}\n\n");
    }
    return ascii(text.toString());
  }

  /** A plain answer with usage. */
  static byte[] answer() {
    return ascii(
        "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1700000000,"
            + "\"model\":\"gpt-4o-mini-2024-07-18\",\"choices\":[{\"index\":0,\"message\":"
            + "{\"role\":\"assistant\",\"content\":\""
            + PROSE.repeat(3)
            + "\"},\"finish_reason\":\"stop\"}],"
            + "\"usage\":{\"prompt_tokens\":40,\"completion_tokens\":60,\"total_tokens\":100}}");
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
