package dev.headgate.kernel.front;

import dev.headgate.kernel.net.Wire;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes the frames of one connection, each in one piece: those of answers, which the streams make
 * here, and those about the connection, which come from Helidon whole.
 */
final class FrameWriter implements DataWriter {
  private static final byte[] NOTHING = new byte[0];

  private final Wire wire;
  private final Http2Session session;
  private final long writeNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private byte[] scratch = NOTHING;
  private volatile long deadline;

  FrameWriter(Wire wire, Http2Session session) {
    this.wire = wire;
    this.session = session;
    this.writeNanos = session.limits().writeNanos();
  }

  /** Whether a write has been blocked for too long. */
  boolean overdue(long now) {
    long until = deadline;
    return until != 0 && now - until > 0;
  }

  /**
   * Sends a piece of an answer: its head, if there is one, and data, together.
   *
   * @param streamId whose
   * @param head null when it has left before
   * @param array holds the data
   * @param from first byte
   * @param to one after the last byte
   * @param end whether the answer ends with it
   * @param inPlace whether what lies in front of the data may be overwritten
   */
  void answer(
      int streamId,
      @org.jspecify.annotations.Nullable HeaderBlock head,
      byte[] array,
      int from,
      int to,
      boolean end,
      boolean inPlace)
      throws IOException {
    int count = to - from;
    boolean data = count > 0 || head == null;
    int front = (head == null ? 0 : headSize(head)) + (data ? Frames.HEADER : 0);
    lock.lock();
    try {
      boolean there = inPlace && front <= from;
      byte[] target = there ? array : scratch(front + count);
      int start = there ? from - front : 0;
      int at = start;
      if (head != null) {
        at = putHead(target, at, streamId, head, end && !data);
      }
      if (data) {
        Frames.putHeader(target, at, count, Frames.DATA, end ? Frames.END_STREAM : 0, streamId);
        at += Frames.HEADER;
        if (!there) {
          System.arraycopy(array, from, target, at, count);
        }
      }
      write(target, start, front + count);
    } finally {
      lock.unlock();
    }
  }

  private static int headSize(HeaderBlock head) {
    int frames = Math.max(1, (head.length() + Frames.MAX_PAYLOAD - 1) / Frames.MAX_PAYLOAD);
    return head.length() + frames * Frames.HEADER;
  }

  private static int putHead(byte[] target, int from, int streamId, HeaderBlock head, boolean end) {
    int at = from;
    int sent = 0;
    do {
      int count = Math.min(Frames.MAX_PAYLOAD, head.length() - sent);
      boolean first = sent == 0;
      int flags = sent + count == head.length() ? Frames.END_HEADERS : 0;
      if (first && end) {
        flags |= Frames.END_STREAM;
      }
      int type = first ? Frames.HEADERS : Frames.CONTINUATION;
      Frames.putHeader(target, at, count, type, flags, streamId);
      at += Frames.HEADER;
      System.arraycopy(head.array(), sent, target, at, count);
      at += count;
      sent += count;
    } while (sent < head.length());
    return at;
  }

  /** Says how many streams the client may have at once; the first frame of the connection. */
  void limitStreams(int most) throws IOException {
    byte[] frame = new byte[Frames.HEADER + 6];
    Frames.putHeader(frame, 0, 6, Frames.SETTINGS, 0, 0);
    frame[Frames.HEADER + 1] = Frames.MAX_CONCURRENT_STREAMS;
    Frames.putInt(frame, Frames.HEADER + 2, most);
    control(frame);
  }

  /** Breaks a stream off. */
  void reset(int streamId, int error) throws IOException {
    control(withInt(Frames.RST_STREAM, streamId, error));
  }

  /** Lets the client send more, on a stream or (0) on the connection. */
  void grant(int streamId, int increment) throws IOException {
    control(withInt(Frames.WINDOW_UPDATE, streamId, increment));
  }

  /** Takes leave: streams after the last one are not served. */
  void goAway(int lastStream) throws IOException {
    byte[] frame = new byte[Frames.HEADER + 8];
    Frames.putHeader(frame, 0, 8, Frames.GOAWAY, 0, 0);
    Frames.putInt(frame, Frames.HEADER, lastStream);
    control(frame);
  }

  private static byte[] withInt(int type, int streamId, int value) {
    byte[] frame = new byte[Frames.HEADER + 4];
    Frames.putHeader(frame, 0, 4, type, 0, streamId);
    Frames.putInt(frame, Frames.HEADER, value);
    return frame;
  }

  private void control(byte[] frame) throws IOException {
    lock.lock();
    try {
      write(frame, 0, frame.length);
    } finally {
      lock.unlock();
    }
  }

  private void write(byte[] array, int from, int count) throws IOException {
    deadline = System.nanoTime() + writeNanos;
    try {
      wire.write(array, from, count);
    } finally {
      deadline = 0;
    }
  }

  private byte[] scratch(int size) {
    if (scratch.length < size) {
      scratch = new byte[Math.max(size, 4096)];
    }
    return scratch;
  }

  @Override
  public void write(BufferData... pieces) {
    write(BufferData.create(pieces));
  }

  @Override
  public void writeNow(BufferData... pieces) {
    write(BufferData.create(pieces));
  }

  @Override
  public void writeNow(BufferData frame) {
    write(frame);
  }

  @Override
  public void write(BufferData data) {
    byte[] frame = new byte[data.available()];
    data.read(frame);
    if (frame.length >= Frames.HEADER + 8 && Frames.type(frame, 0) == Frames.GOAWAY) {
      // Helidon names stream 0, which tells clients that nothing was served and all may be sent
      // again: it would be, and be paid for twice.
      Frames.putInt(frame, Frames.HEADER, session.highest());
    }
    try {
      control(frame);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (frame.length >= Frames.HEADER && Frames.type(frame, 0) == Frames.RST_STREAM) {
      session.resetByHelidon(Frames.streamId(frame, 0));
    }
  }
}
