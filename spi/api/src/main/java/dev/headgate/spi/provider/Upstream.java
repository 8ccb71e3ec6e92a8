package dev.headgate.spi.provider;

import dev.headgate.spi.Preview;
import java.io.IOException;

/** An origin that requests can be sent to. Used by many threads at once. */
@Preview
public interface Upstream extends AutoCloseable {

  /**
   * Sends a request and waits for the head of the answer. Redirects are not followed. The transport
   * registers with {@link Call#onCancel} what ends its waiting.
   *
   * @param call the attempt that this request is for
   * @param request what to send
   * @return the answer; its body is read from the connection as it comes
   * @throws UpstreamException if there is none, with the kind of failure
   * @throws IOException for other trouble
   */
  Answer send(Call call, UpstreamRequest request) throws IOException;

  /** Closes idle connections; those in use end with their answers. Must not throw. */
  @Override
  void close();
}
