package dev.headgate.bench.plugin.loop;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A request that is sent again and again. Each time another number stands in its prompt, so that no
 * cache knows the prompt already, unless the same is wanted.
 */
public final class Request {
  private static final String NUMBER = "000000000000";

  private final byte[] bytes;
  private final int digits;
  private long count;

  private Request(byte[] bytes, int digits) {
    this.bytes = bytes;
    this.digits = digits;
  }

  /**
   * A request with a JSON body.
   *
   * @param path what is asked
   * @param json the body; {@code %NUMBER%} stands for the number
   * @param headers further lines
   * @param same whether the number stays the same
   */
  public static Request post(String path, String json, List<String> headers, boolean same) {
    byte[] body = json.replace("%NUMBER%", NUMBER).getBytes(StandardCharsets.UTF_8);
    byte[] head =
        (start("POST " + path, headers)
                + "content-type: application/json\r\ncontent-length: "
                + body.length
                + "\r\n\r\n")
            .getBytes(StandardCharsets.UTF_8);
    byte[] all = new byte[head.length + body.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(body, 0, all, head.length, body.length);
    int place = new String(all, StandardCharsets.ISO_8859_1).indexOf(NUMBER);
    return new Request(all, same ? -1 : place);
  }

  /** A request without a body. */
  public static Request get(String path, List<String> headers) {
    return new Request(
        (start("GET " + path, headers) + "\r\n").getBytes(StandardCharsets.UTF_8), -1);
  }

  private static String start(String what, List<String> headers) {
    StringBuilder text =
        new StringBuilder(what)
            .append(" HTTP/1.1\r\nhost: bench\r\nuser-agent: headgate-bench\r\n")
            .append("accept: application/json\r\n");
    headers.forEach(line -> text.append(line).append("\r\n"));
    return text.toString();
  }

  /** The bytes of the next request; the same array each time. */
  public byte[] next() {
    if (digits >= 0) {
      long value = count++;
      for (int i = NUMBER.length() - 1; i >= 0; i--) {
        bytes[digits + i] = (byte) ('0' + value % 10);
        value /= 10;
      }
    }
    return bytes;
  }
}
