package dev.headgate.spi.routing;

import dev.headgate.spi.Preview;
import dev.headgate.spi.provider.FailureClass;
import java.util.Optional;

/** How an attempt went. */
@Preview
public interface AttemptOutcome {

  /** Where it went. */
  Deployment deployment();

  /** The upstream's status; 0 when there was none. */
  int status();

  /** The class of the failure; empty when it went well or the client left. */
  Optional<FailureClass> failure();

  /** Whether the client left before the end. */
  boolean cancelled();

  /** From sending to the first byte of the answer, nanoseconds; −1 when there was none. */
  long firstByteNanos();

  /** From sending to the end, nanoseconds. */
  long totalNanos();
}
