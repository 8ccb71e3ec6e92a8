package dev.headgate.bench.load.scenario;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Makes the bytes of requests. The same request always has the same bytes. */
public final class RequestBytes {

  private static final int BAD_KEYS = 500;
  private static final String WORDS =
      "the quick measure of a gateway is what it adds to every call that passes through and what"
          + " it costs to let ten thousand of them pass at once while each of them waits for the"
          + " model to say its next word ";
  private static final String TOOL =
      "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"read_file\",\"description\":"
          + "\"Reads a file.\",\"parameters\":{\"type\":\"object\",\"properties\":{\"path\":"
          + "{\"type\":\"string\"}}}}}],\"tool_choice\":\"required\",";
  private static final int TURN_BYTES = 1_000;

  private RequestBytes() {}

  /**
   * The requests of a kind, to be sent in turn: one for most, many where keys or turns differ.
   *
   * @param host for the {@code host} header
   * @param key the good key
   * @param headers more headers
   */
  public static List<byte[]> of(
      RequestSpec spec, String host, String key, Map<String, String> headers) {
    List<byte[]> requests = new ArrayList<>();
    if (spec.key() == RequestSpec.Key.BAD) {
      SplittableRandom random = new SplittableRandom(11);
      for (int i = 0; i < BAD_KEYS; i++) {
        String bad = "sk-" + Long.toHexString(random.nextLong()) + Long.toHexString(i);
        requests.add(request(spec, host, bad, headers, 0));
      }
      return requests;
    }
    for (int turn = 0; turn < spec.turns(); turn++) {
      requests.add(request(spec, host, key, headers, turn));
    }
    return requests;
  }

  private static byte[] request(
      RequestSpec spec, String host, String key, Map<String, String> headers, int turn) {
    byte[] body = body(spec, turn).getBytes(StandardCharsets.UTF_8);
    StringBuilder head =
        new StringBuilder("POST ")
            .append(spec.api().path())
            .append(" HTTP/1.1\r\nHost: ")
            .append(host)
            .append("\r\nContent-Type: application/json\r\nContent-Length: ")
            .append(body.length)
            .append("\r\n");
    if (spec.api() == Api.MESSAGES) {
      head.append("x-api-key: ").append(key).append("\r\nanthropic-version: 2023-06-01\r\n");
    } else {
      head.append("Authorization: Bearer ").append(key).append("\r\n");
    }
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    request.writeBytes(body);
    return request.toByteArray();
  }

  private static String body(RequestSpec spec, int turn) {
    String start = "{\"model\":\"" + spec.model() + "\",";
    if (spec.stream()) {
      start += "\"stream\":true,";
    }
    if (spec.stream() && spec.api() == Api.CHAT) {
      // A gateway that accounts for usage asks the upstream for it, and then the frames differ.
      start += "\"stream_options\":{\"include_usage\":true},";
    }
    if (!spec.user().isEmpty()) {
      start += "\"user\":\"" + spec.user() + "\",";
    }
    return switch (spec.api()) {
      case CHAT ->
          start
              + (spec.tools() ? TOOL : "")
              + "\"messages\":[{\"role\":\"system\",\"content\":\"You answer briefly.\"},"
              + "{\"role\":\"user\",\"content\":\""
              + text(spec.promptBytes())
              + "\"}"
              + history(turn)
              + "],\"max_tokens\":16,\"temperature\":0.7}";
      case MESSAGES ->
          start
              + "\"max_tokens\":16,\"messages\":[{\"role\":\"user\",\"content\":\""
              + text(spec.promptBytes())
              + "\"}]}";
      case RESPONSES -> start + "\"input\":\"" + text(spec.promptBytes()) + "\"}";
      case EMBEDDINGS -> start + "\"input\":\"" + text(spec.promptBytes()) + "\"}";
    };
  }

  /** What a coding agent has said and read before this turn. */
  private static String history(int turn) {
    StringBuilder history = new StringBuilder();
    for (int i = 0; i < turn; i++) {
      String call = "call_" + i;
      history
          .append(",{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"")
          .append(call)
          .append("\",\"type\":\"function\",\"function\":{\"name\":\"read_file\",")
          .append("\"arguments\":\"{\\\"path\\\":\\\"src/Main.java\\\"}\"}}]},")
          .append("{\"role\":\"tool\",\"tool_call_id\":\"")
          .append(call)
          .append("\",\"content\":\"")
          .append(text(TURN_BYTES))
          .append("\"}");
    }
    return history.toString();
  }

  static String text(int bytes) {
    return WORDS.repeat(bytes / WORDS.length() + 1).substring(0, bytes);
  }
}
