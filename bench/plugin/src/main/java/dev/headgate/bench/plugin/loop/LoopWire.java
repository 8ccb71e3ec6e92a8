package dev.headgate.bench.plugin.loop;

import com.sun.management.ThreadMXBean;
import dev.headgate.kernel.net.Wire;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A client that is no socket: the gateway reads the next request as soon as it has written an
 * answer, all on one thread, whose clocks therefore hold the work of these requests and nothing
 * else. The first request of a connection is not measured, and what stands between the second and
 * the last is.
 */
public final class LoopWire implements Wire {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final byte[] OK = "HTTP/1.1 200 ".getBytes(StandardCharsets.US_ASCII);

  private final Request request;
  private final int wanted;
  private final LatencyCounts latencies;
  private byte[] bytes = new byte[0];
  private int position;
  private int begun;
  private boolean answerBegins;
  private boolean closed;
  private long lastNanos;
  private long cpuBefore;
  private long allocatedBefore;
  private long cpu;
  private long allocated;
  private int refused;
  private byte[] answer = new byte[0];

  /**
   * @param request what is sent again and again
   * @param wanted how many requests are measured
   * @param latencies takes the time of each
   */
  public LoopWire(Request request, int wanted, LatencyCounts latencies) {
    this.request = request;
    this.wanted = wanted;
    this.latencies = latencies;
  }

  @Override
  public int read(byte[] target, int offset, int count) {
    if (position == bytes.length && !next()) {
      return -1;
    }
    int taken = Math.min(count, bytes.length - position);
    System.arraycopy(bytes, position, target, offset, taken);
    position += taken;
    return taken;
  }

  private boolean next() {
    if (closed || begun == wanted + 1) {
      if (!closed) {
        latencies.add(System.nanoTime() - lastNanos);
        cpu = THREADS.getCurrentThreadCpuTime() - cpuBefore;
        allocated = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
        closed = true;
      }
      return false;
    }
    bytes = request.next();
    position = 0;
    answerBegins = true;
    if (begun == 1) {
      allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
      cpuBefore = THREADS.getCurrentThreadCpuTime();
      lastNanos = System.nanoTime();
    } else if (begun > 1) {
      long now = System.nanoTime();
      latencies.add(now - lastNanos);
      lastNanos = now;
    }
    begun++;
    return true;
  }

  @Override
  public void write(byte[] source, int offset, int count) {
    if (answerBegins) {
      answerBegins = false;
      if (!Arrays.equals(
          source, offset, Math.min(offset + OK.length, offset + count), OK, 0, OK.length)) {
        refused++;
        answer = Arrays.copyOfRange(source, offset, offset + count);
      }
    }
  }

  @Override
  public void write(ByteBuffer[] pieces, int count) {
    for (int i = 0; i < count; i++) {
      byte[] piece = new byte[pieces[i].remaining()];
      pieces[i].get(piece);
      write(piece, 0, piece.length);
    }
  }

  /** CPU time of the measured requests, nanoseconds. */
  public long cpu() {
    return cpu;
  }

  /** What the measured requests allocated, bytes. */
  public long allocated() {
    return allocated;
  }

  /** Whether all requests were answered with 200. */
  public boolean fine() {
    return refused == 0 && begun == wanted + 1;
  }

  /** The last answer that was not 200, as text. */
  public String complaint() {
    return answer.length == 0
        ? "the connection was closed"
        : new String(answer, StandardCharsets.UTF_8);
  }

  @Override
  public int probe(byte[] target, int offset, int count) {
    return 0;
  }

  @Override
  public boolean readable() {
    return false;
  }

  @Override
  public void endOutput() {}

  @Override
  public void shutdown() {
    closed = true;
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public void reset() {
    closed = true;
  }

  @Override
  public boolean open() {
    return !closed;
  }

  @Override
  public String remoteAddress() {
    return "127.0.0.1";
  }
}
