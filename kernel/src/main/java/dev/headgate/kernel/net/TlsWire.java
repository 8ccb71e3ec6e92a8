package dev.headgate.kernel.net;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * TLS over another wire. The owner's thread does all the work, key agreement included. Two buffers
 * hold ciphertext; plaintext goes straight to where it is asked for when there is room for a whole
 * record, else through a third one.
 *
 * <p>A connection that ends without the peer's leave (close_notify) did not end properly: reading
 * it fails, since an attacker could have cut it.
 */
public final class TlsWire implements Wire {
  private static final System.Logger LOG = System.getLogger(TlsWire.class.getName());

  private static final ByteBuffer[] NOTHING = {ByteBuffer.allocate(0)};
  private static final int FAREWELLS = 4;

  private final Wire wire;
  private final SSLEngine engine;
  private final WireGate gate = new WireGate();
  private final ReentrantLock sending = new ReentrantLock();
  private final ArrayView target = new ArrayView();
  private final ArrayView source = new ArrayView();
  private final ByteBuffer[] single = new ByteBuffer[1];

  /** Ciphertext that came, between position and limit. */
  private ByteBuffer incoming;

  private ByteBuffer outgoing;

  /** Plaintext that nobody has taken, between position and limit. */
  private ByteBuffer plain = ByteBuffer.allocate(0);

  private boolean ended;

  private TlsWire(Wire wire, SSLEngine engine) {
    this.wire = wire;
    this.engine = engine;
    int packet = engine.getSession().getPacketBufferSize();
    incoming = ByteBuffer.allocate(packet).limit(0);
    outgoing = ByteBuffer.allocate(packet);
  }

  /**
   * Agrees on TLS, waiting for the peer.
   *
   * @param wire the connection underneath; closed when this fails
   * @param engine configured for one of the two sides, not started
   * @throws IOException if TLS is not agreed
   */
  public static TlsWire agree(Wire wire, SSLEngine engine) throws IOException {
    TlsWire tls = new TlsWire(wire, engine);
    boolean agreed = false;
    try {
      engine.beginHandshake();
      tls.handshake();
      agreed = true;
      return tls;
    } finally {
      if (!agreed) {
        tls.shutdown();
      }
    }
  }

  private void handshake() throws IOException {
    while (true) {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> runTasks();
        case NEED_WRAP -> {
          if (wrap(NOTHING, 1) == SSLEngineResult.Status.CLOSED) {
            throw new SSLException("the TLS connection was closed while it was agreed on");
          }
        }
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          decrypt();
          if (ended) {
            throw new SSLException("the peer ended the connection while TLS was agreed on");
          }
        }
        case FINISHED, NOT_HANDSHAKING -> {
          return;
        }
      }
    }
  }

  /** Decrypts one record, or reads more ciphertext when there is no whole one. */
  private void decrypt() throws IOException {
    SSLEngineResult result = engine.unwrap(incoming, plainRoom());
    plain.flip();
    after(result);
    if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
      fill();
    }
  }

  /** The protocol that was agreed on by ALPN; empty for none. */
  public String applicationProtocol() {
    String protocol = engine.getApplicationProtocol();
    return protocol == null ? "" : protocol;
  }

  @Override
  public int read(byte[] array, int offset, int count) throws IOException {
    gate.enter();
    try {
      while (true) {
        int taken = take(array, offset, count);
        if (taken != 0) {
          return taken;
        }
        answerThePeer();
        fill();
      }
    } finally {
      gate.leave();
    }
  }

  /**
   * Takes plaintext out of what has come.
   *
   * @return how many bytes; 0 when more must come first; −1 at the end
   */
  private int take(byte[] array, int offset, int count) throws IOException {
    if (plain.hasRemaining()) {
      return takePlain(array, offset, count);
    }
    ByteBuffer room = target.of(array, offset, count);
    boolean more = true;
    while (more && !ended && room.hasRemaining()) {
      SSLEngineResult result = engine.unwrap(incoming, room);
      after(result);
      switch (result.getStatus()) {
        case BUFFER_UNDERFLOW -> more = false;
        case BUFFER_OVERFLOW -> {
          more = room.position() == offset && unwrapAside();
          if (plain.hasRemaining()) {
            return takePlain(array, offset, count);
          }
        }
        case OK, CLOSED -> more = result.bytesConsumed() > 0 || result.bytesProduced() > 0;
      }
    }
    int produced = room.position() - offset;
    return produced == 0 && ended ? -1 : produced;
  }

  private int takePlain(byte[] array, int offset, int count) {
    int part = Math.min(count, plain.remaining());
    plain.get(array, offset, part);
    return part;
  }

  /**
   * Decrypts a record into the buffer of its own, since the reader has no room for all of it.
   *
   * @return false when the record has not come to its end
   */
  private boolean unwrapAside() throws IOException {
    SSLEngineResult result = engine.unwrap(incoming, plainRoom());
    while (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
      plain = ByteBuffer.allocate(plain.capacity() * 2);
      result = engine.unwrap(incoming, plain);
    }
    plain.flip();
    after(result);
    return result.getStatus() != SSLEngineResult.Status.BUFFER_UNDERFLOW;
  }

  /** Sends what a record asked for, such as new keys, before more is waited for. */
  private void answerThePeer() throws IOException {
    if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      sending.lock();
      try {
        wrap(NOTHING, 1);
      } finally {
        sending.unlock();
      }
    }
  }

  /** Does what a record asked for besides its plaintext. */
  private void after(SSLEngineResult result) throws IOException {
    if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
      ended = true;
    }
    if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
      runTasks();
    }
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  private ByteBuffer plainRoom() {
    int size = engine.getSession().getApplicationBufferSize();
    if (plain.capacity() < size) {
      plain = ByteBuffer.allocate(size);
    }
    return plain.clear();
  }

  /** Waits for ciphertext. */
  private void fill() throws IOException {
    makeRoom();
    int count = wire.read(incoming.array(), incoming.limit(), room());
    if (count < 0) {
      throw new EOFException("the connection ended without the peer's TLS close_notify");
    }
    incoming.limit(incoming.limit() + count);
  }

  private int room() {
    return incoming.capacity() - incoming.limit();
  }

  private void makeRoom() {
    if (!incoming.hasRemaining()) {
      incoming.clear().limit(0);
    } else if (incoming.position() > 0) {
      incoming.compact().flip();
    }
    if (room() == 0) {
      ByteBuffer larger = ByteBuffer.allocate(incoming.capacity() * 2);
      incoming = larger.put(incoming).flip();
    }
  }

  @Override
  public void write(byte[] array, int offset, int count) throws IOException {
    gate.enter();
    sending.lock();
    try {
      single[0] = source.of(array, offset, count);
      send(single, 1);
    } finally {
      sending.unlock();
      gate.leave();
    }
  }

  @Override
  public void write(ByteBuffer[] pieces, int count) throws IOException {
    gate.enter();
    sending.lock();
    try {
      send(pieces, count);
    } finally {
      sending.unlock();
      gate.leave();
    }
  }

  private void send(ByteBuffer[] pieces, int count) throws IOException {
    int first = 0;
    while (first < count) {
      if (!pieces[first].hasRemaining()) {
        first++;
      } else if (wrap(pieces, count) == SSLEngineResult.Status.CLOSED) {
        throw new SSLException("the TLS connection is closed");
      }
    }
  }

  private SSLEngineResult.Status wrap(ByteBuffer[] pieces, int count) throws IOException {
    outgoing.clear();
    SSLEngineResult result = engine.wrap(pieces, 0, count, outgoing);
    if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
      runTasks();
    }
    if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
      outgoing = ByteBuffer.allocate(outgoing.capacity() * 2);
    } else if (outgoing.position() > 0) {
      wire.write(outgoing.array(), 0, outgoing.position());
    }
    return result.getStatus();
  }

  @Override
  public int probe(byte[] array, int offset, int count) {
    if (!gate.tryProbe()) {
      return 0;
    }
    try {
      while (true) {
        int taken = take(array, offset, count);
        if (taken != 0) {
          return taken;
        }
        makeRoom();
        int came = wire.probe(incoming.array(), incoming.limit(), room());
        if (came <= 0) {
          return came;
        }
        incoming.limit(incoming.limit() + came);
      }
    } catch (IOException broken) {
      return -1;
    } finally {
      gate.endProbe();
    }
  }

  /** Always false: what can be seen from outside may be no more than a session ticket. */
  @Override
  public boolean secure() {
    return true;
  }

  @Override
  public boolean readable() {
    return false;
  }

  @Override
  public void endOutput() {
    wire.endOutput();
  }

  /** Sends close_notify, or the alert that tells why TLS was not agreed on, and closes. */
  @Override
  public void shutdown() {
    if (wire.open() && sending.tryLock()) {
      try {
        engine.closeOutbound();
        for (int i = 0; i < FAREWELLS && !engine.isOutboundDone(); i++) {
          wrap(NOTHING, 1);
        }
      } catch (IOException broken) {
        LOG.log(System.Logger.Level.DEBUG, "a TLS connection was gone before its end", broken);
      } finally {
        sending.unlock();
      }
    }
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
