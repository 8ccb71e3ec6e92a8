package dev.headgate.bench.plugin.empty;

import dev.headgate.spi.Nullable;
import dev.headgate.spi.cache.CachedAnswer;
import dev.headgate.spi.cache.ResponseCache;
import dev.headgate.spi.request.ExchangeView;

/** Keeps nothing. */
final class EmptyCache implements ResponseCache {
  @Override
  public @Nullable CachedAnswer recall(ExchangeView exchange) {
    return null;
  }

  @Override
  public boolean wants(ExchangeView exchange) {
    return true;
  }

  @Override
  public void store(ExchangeView exchange, CachedAnswer answer) {}
}
