package dev.headgate.spi.request;

import dev.headgate.spi.AttributeKey;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Nullable;
import dev.headgate.spi.Operation;
import dev.headgate.spi.Preview;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.http.RequestHead;

/**
 * One request on its way through the gateway, as plugins see it. Valid until the exchange ends;
 * used by one thread at a time.
 */
@Preview
public interface ExchangeView {

  /**
   * The gateway's own id of this call, unique for ever; the client sees it as {@code
   * x-litellm-call-id}.
   */
  String callId();

  /** The head of the request. */
  RequestHead head();

  /** What the request asks for. */
  default Operation operation() {
    return head().operation();
  }

  /** The dialect that the client speaks. */
  default Dialect dialect() {
    return head().dialect();
  }

  /**
   * Who calls.
   *
   * @throws IllegalStateException before the request was authenticated
   */
  Principal principal();

  /**
   * The facts of the body.
   *
   * @throws IllegalStateException before the body was received
   */
  Envelope envelope();

  /** The model that the client named; null before the body was received, or when none is named. */
  @Nullable
  String requestedModel();

  /** When the first byte of the request came, in milliseconds since the epoch. */
  long startMillis();

  /** When the first byte of the request came, on the clock of {@code GatewayClock.nanoTime}. */
  long startNanos();

  /** What a plugin kept with this exchange; null when nothing. */
  <T> @Nullable T get(AttributeKey<T> key);

  /** Keeps something with this exchange. */
  <T> void put(AttributeKey<T> key, T value);
}
