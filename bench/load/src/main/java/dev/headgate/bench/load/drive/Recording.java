package dev.headgate.bench.load.drive;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What one slice of load has shown. Nothing counts before {@link #begin} or after {@link #end}.
 * Written by the event loop's thread; read when the slice is over.
 */
public final class Recording {

  static final long NOT_STAMPED = -1;

  private static final long LOWEST_NANOS = 100;
  private static final long HIGHEST_NANOS = 300_000_000_000L;
  private static final int KINDS_OF_ERRORS = 20;

  private final Histogram latency = histogram();
  private final Histogram firstToken = histogram();
  private final Histogram gap = histogram();
  private final Histogram oneWay = histogram();
  private final Histogram session = histogram();
  private final Map<String, Long> errors = new TreeMap<>();
  private boolean on;
  private long beginNanos;
  private long endNanos;
  private long requests;
  private long frames;
  private long besides;

  private static Histogram histogram() {
    return new Histogram(LOWEST_NANOS, HIGHEST_NANOS, 3);
  }

  void begin(long nanos) {
    on = true;
    beginNanos = nanos;
  }

  void end(long nanos) {
    if (on) {
      on = false;
      endNanos = nanos;
    }
  }

  void answered(long nanos) {
    if (on) {
      requests++;
      record(latency, nanos);
    }
  }

  void answeredBeside() {
    if (on) {
      besides++;
    }
  }

  void failed(String why) {
    if (on) {
      boolean known = errors.containsKey(why) || errors.size() < KINDS_OF_ERRORS;
      errors.merge(known ? why : "other errors", 1L, Long::sum);
    }
  }

  void firstToken(long nanos) {
    if (on) {
      record(firstToken, nanos);
    }
  }

  void gap(long nanos) {
    if (on) {
      record(gap, nanos);
    }
  }

  void frame(long oneWayNanos) {
    if (on) {
      frames++;
      if (oneWayNanos != NOT_STAMPED) {
        record(oneWay, oneWayNanos);
      }
    }
  }

  void session(long nanos) {
    if (on) {
      record(session, nanos);
    }
  }

  private static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.clamp(nanos, 0, HIGHEST_NANOS));
  }

  /** Nanoseconds from the (scheduled) sending to the last byte. */
  public Histogram latency() {
    return latency;
  }

  /** Nanoseconds from the sending to the first event of a stream. */
  public Histogram firstToken() {
    return firstToken;
  }

  /** Nanoseconds between two events of a stream. */
  public Histogram gap() {
    return gap;
  }

  /** Nanoseconds that a stamped event was under way. */
  public Histogram oneWay() {
    return oneWay;
  }

  /** Nanoseconds that a whole session of several requests took. */
  public Histogram session() {
    return session;
  }

  /** Right answers. */
  public long requests() {
    return requests;
  }

  /** Right answers to what was sent beside the measured requests. */
  public long besides() {
    return besides;
  }

  /** Events of streams. */
  public long frames() {
    return frames;
  }

  /** What went wrong, and how often. */
  public Map<String, Long> errors() {
    return errors;
  }

  public long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  public double seconds() {
    return (endNanos - beginNanos) / 1e9;
  }
}
