package dev.headgate.spi.provider;

import dev.headgate.spi.Preview;
import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.usage.Usage;
import java.util.Optional;

/**
 * The answer to a call: status and headers are there, the body comes as it is read. Used by the
 * exchange's thread.
 */
@Preview
public interface Answer extends AutoCloseable {

  /** The HTTP status; for an upstream without HTTP, what fits best. */
  int status();

  /**
   * The headers. {@code content-type} is honoured, framing and hop-by-hop headers are not, all
   * others reach the client as {@code llm_provider-…}.
   */
  HeaderView headers();

  /** The body, in the client's dialect. */
  AnswerBody body();

  /**
   * What the call used, where the endpoint knows better than the kernel can read from the body.
   * Asked after the body ended.
   */
  default Optional<Usage> usage() {
    return Optional.empty();
  }

  /**
   * Ends the answer: gives the connection back when the body was read to its end, else closes it,
   * which stops the upstream. Called once. Must not throw.
   */
  @Override
  void close();
}
