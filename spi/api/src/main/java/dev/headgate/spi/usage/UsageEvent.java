package dev.headgate.spi.usage;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Nullable;
import dev.headgate.spi.Operation;
import dev.headgate.spi.Preview;
import dev.headgate.spi.auth.Principal;
import java.util.List;
import java.util.Optional;

/**
 * One finished request. Made once per exchange that passed authentication; immutable, and valid as
 * long as it is held. What costs something to build is built when asked for.
 */
@Preview
public interface UsageEvent {

  /** How an exchange ended. */
  enum Status {
    /** The client got the whole answer. */
    SUCCESS,
    /** The client got an error, or an answer that broke off. */
    FAILURE,
    /** The client left before the end. */
    CANCELLED
  }

  /** The gateway's own id of the call, unique for ever: the key for counting it once. */
  String callId();

  /** The id in the answer that the client saw; may repeat between calls. */
  Optional<String> answerId();

  /** Who called. */
  Principal principal();

  /** The path of the request. */
  String route();

  /** What was asked for. */
  Operation operation();

  /** The dialect of the client. */
  Dialect dialect();

  /** Whether the answer was a stream. */
  boolean stream();

  /** The model that the client named; null when none. */
  @Nullable
  String requestedModel();

  /** The model group that served it; null when none did. */
  @Nullable
  String group();

  /** The deployment that served it last; null when none did. */
  @Nullable
  String deploymentId();

  /** The provider of that deployment; null when none served it. */
  @Nullable
  String provider();

  /** The name of the model upstream; null when none served it. */
  @Nullable
  String upstreamModel();

  /** How it ended. */
  Status status();

  /** The HTTP status that the client got; 499 when it left before any. */
  int httpStatus();

  /** The class of the error; null when there was none. */
  @Nullable
  String errorClass();

  /** What was used; absent when nothing is known, as for a refused request. */
  Optional<Usage> usage();

  /** The cost in nano-dollars; −1 when no price is known. */
  long costNanos();

  /** When the first byte of the request came; milliseconds since the epoch. */
  long startMillis();

  /** When the last byte of the answer was ready; milliseconds since the epoch. */
  long endMillis();

  /** From the first byte of the request to the end, nanoseconds. */
  long durationNanos();

  /** From the first byte of the request to the first byte of the answer's body; −1 when none. */
  long firstByteNanos();

  /** The part of the duration in which the gateway did not wait for an upstream, nanoseconds. */
  long overheadNanos();

  /** The number of upstream calls. */
  int attempts();

  /** The end user that the client named; null when none. */
  @Nullable
  String endUser();

  /** The tags of the request; empty when there are none. */
  default List<String> tags() {
    return List.of();
  }

  /** The address of the peer. */
  String remoteAddress();

  /** The request's body; absent unless a plugin's manifest says that it needs {@code prompt}. */
  Optional<Bytes> requestBody();
}
