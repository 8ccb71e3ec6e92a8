package dev.headgate.bench.load.drive;

import dev.headgate.bench.upstream.fake.Stamp;

/**
 * Follows the events of one streamed answer: when each was there, and how long it had been under
 * way where the upstream has stamped it.
 */
final class StreamTimes {

  private final Recording recording;
  private int scanned;
  private int eventFrom;
  private int events;
  private long lastNanos;

  StreamTimes(Recording recording) {
    this.recording = recording;
  }

  void reset() {
    scanned = 0;
    eventFrom = 0;
    events = 0;
    lastNanos = 0;
  }

  int events() {
    return events;
  }

  /** Looks at what has been added to the body. */
  void more(Body body, long sentNanos, long nowNanos) {
    byte[] bytes = body.bytes();
    int to = body.length();
    for (int i = Math.max(scanned, 1); i < to; i++) {
      if (bytes[i] == '\n' && bytes[i - 1] == '\n') {
        event(bytes, eventFrom, i + 1, sentNanos, nowNanos);
        eventFrom = i + 1;
      }
    }
    scanned = to;
  }

  private void event(byte[] bytes, int from, int to, long sentNanos, long nowNanos) {
    events++;
    if (events == 1) {
      recording.firstToken(nowNanos - sentNanos);
    } else {
      recording.gap(nowNanos - lastNanos);
    }
    lastNanos = nowNanos;
    long stamp = stamp(bytes, from, to);
    recording.frame(stamp == 0 ? Recording.NOT_STAMPED : nowNanos - stamp);
  }

  private static long stamp(byte[] bytes, int from, int to) {
    for (int i = from; i < to - Stamp.DIGITS; i++) {
      if (bytes[i] == Stamp.MARK) {
        return digits(bytes, i + 1);
      }
    }
    return 0;
  }

  private static long digits(byte[] bytes, int from) {
    long value = 0;
    for (int i = from; i < from + Stamp.DIGITS; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return 0;
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
