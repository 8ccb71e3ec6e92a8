package dev.headgate.spi.cache;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Nullable;
import dev.headgate.spi.Preview;
import dev.headgate.spi.request.ExchangeView;

/**
 * Keeps answers. Fails open.
 *
 * <p>Called on the request's thread: {@link #recall} once a request before it goes upstream, {@link
 * #store} once after a whole answer went out well. Budget: 2 µs where it does not concern the
 * request.
 */
@Preview
public interface ResponseCache extends Extension {

  /**
   * Looks for an answer.
   *
   * @param exchange the request
   * @return the answer in the client's dialect; null when there is none
   */
  @Nullable
  CachedAnswer recall(ExchangeView exchange);

  /**
   * Whether the answer to this request shall be kept; only then it is recorded.
   *
   * @param exchange the request
   */
  boolean wants(ExchangeView exchange);

  /**
   * Keeps an answer. Must not block: copy and hand over.
   *
   * @param exchange the request
   * @param answer what the client got
   */
  void store(ExchangeView exchange, CachedAnswer answer);
}
