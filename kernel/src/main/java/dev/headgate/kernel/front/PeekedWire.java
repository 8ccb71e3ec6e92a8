package dev.headgate.kernel.front;

import dev.headgate.kernel.net.TlsWire;
import dev.headgate.kernel.net.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;

/**
 * A wire whose first bytes can be looked at before somebody serves it: what was looked at is read
 * again. After that it only passes calls on.
 */
final class PeekedWire implements Wire {
  private static final byte[] NOTHING = new byte[0];

  private volatile Wire wire;
  private byte[] seen = NOTHING;
  private int from;
  private int to;

  PeekedWire(Wire wire) {
    this.wire = wire;
  }

  /**
   * Agrees on TLS, before anything else was read.
   *
   * @param engine of the server's side
   * @return what the client and the engine agreed to speak; empty when they did not say
   */
  String agree(SSLEngine engine) throws IOException {
    TlsWire secured = TlsWire.agree(wire, engine);
    wire = secured;
    return secured.applicationProtocol();
  }

  /**
   * Reads as far as it takes to tell whether the connection starts with these bytes.
   *
   * @param prefix the bytes
   * @param begun called once when the first bytes have come
   */
  boolean startsWith(byte[] prefix, Runnable begun) throws IOException {
    seen = new byte[4096];
    while (to < prefix.length) {
      int count = wire.read(seen, to, seen.length - to);
      if (count < 0) {
        return false;
      }
      if (to == 0) {
        begun.run();
      }
      to += count;
      for (int i = Math.min(to, prefix.length) - 1; i >= 0; i--) {
        if (seen[i] != prefix[i]) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    return from < to ? readSeen(target, offset, count) : wire.read(target, offset, count);
  }

  private int readSeen(byte[] target, int offset, int count) {
    int taken = Math.min(count, to - from);
    System.arraycopy(seen, from, target, offset, taken);
    from += taken;
    if (from == to) {
      seen = NOTHING;
    }
    return taken;
  }

  @Override
  public void write(byte[] source, int offset, int count) throws IOException {
    wire.write(source, offset, count);
  }

  @Override
  public void write(ByteBuffer[] pieces, int count) throws IOException {
    wire.write(pieces, count);
  }

  @Override
  public int probe(byte[] target, int offset, int count) {
    // What was looked at has long been read when somebody probes: it held the request's first line.
    return from < to ? 0 : wire.probe(target, offset, count);
  }

  @Override
  public boolean readable() {
    return from < to || wire.readable();
  }

  @Override
  public void endOutput() {
    wire.endOutput();
  }

  @Override
  public void endInput() {
    wire.endInput();
  }

  @Override
  public boolean secure() {
    return wire.secure();
  }

  @Override
  public void shutdown() {
    wire.shutdown();
  }

  @Override
  public void close() {
    wire.close();
  }

  @Override
  public void reset() {
    wire.reset();
  }

  @Override
  public boolean open() {
    return wire.open();
  }

  @Override
  public String remoteAddress() {
    return wire.remoteAddress();
  }
}
