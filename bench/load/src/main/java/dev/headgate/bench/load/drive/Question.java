package dev.headgate.bench.load.drive;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;

/** One request and its answer, blocking; for what is asked once. */
public final class Question {

  private static final int TIMEOUT_MILLIS = 30_000;

  private Question() {}

  /**
   * An answer.
   *
   * @param status the status
   * @param body the body, without framing
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Reply(int status, byte[] body) {}

  /** Asks. */
  public static Reply ask(InetSocketAddress address, byte[] request) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(address, TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(request);
      return read(socket.getInputStream());
    }
  }

  private static Reply read(InputStream in) throws IOException {
    AnswerReader answer = new AnswerReader();
    byte[] buffer = new byte[64 * 1024];
    try {
      boolean whole = false;
      while (!whole) {
        int count = in.read(buffer);
        if (count < 0) {
          if (answer.endsByClose()) {
            break;
          }
          throw new IOException("the connection was closed within the answer");
        }
        whole = answer.feed(buffer, 0, count);
      }
      return new Reply(
          answer.status(), Arrays.copyOf(answer.body().bytes(), answer.body().length()));
    } catch (BadAnswer bad) {
      throw new IOException(bad.reason(), bad);
    }
  }
}
