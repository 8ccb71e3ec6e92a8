package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.cache.CachedAnswer;
import dev.headgate.spi.cache.ResponseCache;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** What the client gets, kept for the caches that want it; given up when it grows too large. */
final class Recording {
  private final List<Hook<ResponseCache>> caches;
  private final int most;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
  private boolean tooLarge;

  Recording(List<Hook<ResponseCache>> caches, int most) {
    this.caches = caches;
    this.most = most;
  }

  void add(byte[] array, int from, int to) {
    if (tooLarge || bytes.size() + (to - from) > most) {
      tooLarge = true;
      return;
    }
    bytes.write(array, from, to - from);
  }

  /** Hands a whole answer over. */
  void store(Exchange exchange, String contentType) {
    if (tooLarge) {
      return;
    }
    CachedAnswer answer =
        new Kept(exchange.callId(), exchange.status, contentType, Bytes.of(bytes.toByteArray()));
    for (Hook<ResponseCache> hook : caches) {
      long started = hook.meter().start();
      try {
        hook.extension().store(exchange, answer);
        HookCall.ok(exchange, hook, started);
      } catch (RuntimeException e) {
        HookCall.failed(exchange, hook, started, e);
      }
    }
  }

  private record Kept(String key, int status, String contentType, Bytes body)
      implements CachedAnswer {}
}
