package dev.headgate.spi.request;

import dev.headgate.spi.AttributeKey;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Nullable;
import dev.headgate.spi.Operation;
import dev.headgate.spi.Preview;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.http.RequestHead;
import java.util.List;

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

  /**
   * Whom the request is made for, as its headers or its body say; null when they do not, and before
   * the body was received when no header does. The first of {@code x-litellm-customer-id}, {@code
   * x-litellm-end-user-id}, the header that {@code general_settings.user_header_name} names, {@code
   * user}, {@code litellm_metadata.user}, {@code metadata.user_id}, {@code safety_identifier}.
   */
  default @Nullable String endUser() {
    return null;
  }

  /**
   * The tags of the request: {@code tags} of its body, else {@code metadata.tags}, else the header
   * {@code x-litellm-tags}. Empty when there are none.
   */
  default List<String> tags() {
    return List.of();
  }

  /** When the first byte of the request came, in milliseconds since the epoch. */
  long startMillis();

  /** When the first byte of the request came, on the clock of {@code GatewayClock.nanoTime}. */
  long startNanos();

  /** What a plugin kept with this exchange; null when nothing. */
  <T> @Nullable T get(AttributeKey<T> key);

  /** Keeps something with this exchange. */
  <T> void put(AttributeKey<T> key, T value);
}
