package dev.headgate.spi.provider;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Operation;
import dev.headgate.spi.Preview;
import dev.headgate.spi.http.HeaderView;
import java.io.IOException;

/**
 * One deployment, ready to be called. Used by many threads at once. An endpoint serves an operation
 * in a dialect either because its upstream speaks it, and then the client's bytes go through, or
 * because it translates both ways.
 */
@Preview
public interface Endpoint extends AutoCloseable {

  /**
   * Whether this endpoint can serve a request. Called once an attempt; answer from a constant.
   *
   * @param operation what is asked for
   * @param dialect the dialect of the client, in which the answer must be
   */
  boolean serves(Operation operation, Dialect dialect);

  /**
   * Calls the upstream and returns as soon as there is a status: the body is read later, as it
   * comes. Runs on the request's virtual thread and may block; a cancelled call must return soon,
   * see {@link Call#onCancel}. An error status of the upstream is an answer, not an exception.
   *
   * @param call the request and the edits of its body
   * @return the answer, in the client's dialect; the kernel closes it
   * @throws UpstreamException if no answer could be had, with the kind of failure
   * @throws IOException for other trouble with the connection; taken as a reset
   */
  Answer call(Call call) throws IOException;

  /** Where the upstream is, for headers and records: no query, no credential; may be empty. */
  String address();

  /**
   * Names the class of an error answer, on which retries, fallbacks and cooldowns depend.
   *
   * @param status the upstream's status, 400 or above
   * @param headers the upstream's headers
   * @param body what came of the body, at most 64 KB
   */
  default FailureClass classify(int status, HeaderView headers, Bytes body) {
    return FailureClass.ofStatus(status);
  }

  /** Gives connections back. Called once, after the last call has ended. Must not throw. */
  @Override
  default void close() {}
}
