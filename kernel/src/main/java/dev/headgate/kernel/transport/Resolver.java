package dev.headgate.kernel.transport;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds the addresses of a name on threads of its own: the system's look-up cannot be ended and
 * would hold one of the few carriers of the virtual threads meanwhile.
 */
final class Resolver {
  private static final int THREADS = 8;
  private static final ExecutorService LOOKUPS = lookups();

  private Resolver() {}

  private static ExecutorService lookups() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("headgate-resolver-", 0).factory());
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Finds addresses; the dial can end the waiting. */
  static InetAddress[] resolve(String host, Dial dial) throws UnknownHostException {
    InetAddress literal = literal(host);
    if (literal != null) {
      return new InetAddress[] {literal};
    }
    CompletableFuture<InetAddress[]> answer = new CompletableFuture<>();
    Cancellation waiting = dial.begin(() -> answer.completeExceptionally(new EndedException()));
    try {
      LOOKUPS.execute(() -> {
        try {
          answer.complete(InetAddress.getAllByName(host));
        } catch (UnknownHostException unknown) {
          answer.completeExceptionally(unknown);
        }
      });
      return answer.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof UnknownHostException unknown) {
        throw unknown;
      }
      throw new IllegalStateException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new EndedException();
    } finally {
      waiting.release();
    }
  }

  private static @Nullable InetAddress literal(String host) {
    if (host.indexOf(':') < 0 && !Character.isDigit(host.charAt(0))) {
      return null;
    }
    try {
      return InetAddress.ofLiteral(host);
    } catch (IllegalArgumentException name) {
      return null;
    }
  }

  /** The look-up was not waited for. */
  private static final class EndedException extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    EndedException() {
      super("the look-up of the name took too long");
    }
  }
}
