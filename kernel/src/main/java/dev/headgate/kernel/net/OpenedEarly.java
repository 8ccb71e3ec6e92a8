package dev.headgate.kernel.net;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;

/**
 * Opens at start what the platform would open on the first request and never again when that
 * failed: the poller of virtual threads, the random numbers, the time zones, and the jars that
 * classes come from. A class whose initializer could not open its file stays unusable for the life
 * of the process, so a gateway that ran out of file descriptors before its first request would
 * never serve one.
 */
public final class OpenedEarly {
  private OpenedEarly() {}

  /**
   * Opens everything.
   *
   * @throws IOException if the process may not open even these few files
   */
  public static void open() throws IOException {
    poller();
    new SecureRandom().nextInt();
    Objects.requireNonNull(ZoneId.systemDefault().getRules().getOffset(Instant.EPOCH));
    jars();
  }

  /** The poller starts with the first virtual thread that waits for a channel. */
  private static void poller() throws IOException {
    Pipe pipe = Pipe.open();
    try (Pipe.SourceChannel source = pipe.source();
        Pipe.SinkChannel sink = pipe.sink()) {
      Thread reader = Thread.ofVirtual().start(() -> readOne(source));
      while (reader.isAlive() && reader.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      sink.write(ByteBuffer.allocate(1));
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the gateway started", e);
    }
  }

  private static void readOne(Pipe.SourceChannel source) {
    try {
      source.read(ByteBuffer.allocate(1));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** A class loader keeps the jar of a module open from the first thing that it read from it. */
  private static void jars() throws IOException {
    ModuleLayer layer = OpenedEarly.class.getModule().getLayer();
    if (layer == null) {
      return;
    }
    for (Module module : layer.modules()) {
      try (InputStream in = module.getResourceAsStream("META-INF/MANIFEST.MF")) {
        if (in != null) {
          in.skip(1);
        }
      }
    }
  }
}
