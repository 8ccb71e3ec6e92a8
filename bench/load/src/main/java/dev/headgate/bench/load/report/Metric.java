package dev.headgate.bench.load.report;

import java.util.List;

/**
 * Something that a table shows.
 *
 * @param label what it is called, with its unit
 * @param column where it stands in slices.csv
 * @param kind what is done with it
 */
record Metric(String label, String column, Kind kind) {

  enum Kind {
    /** As it was measured. */
    PLAIN,
    /** Less what the upstream alone shows in the same round. */
    ADDED,
    /** As a multiple of what nginx shows in the same round. */
    OVER_NGINX,
    /** One million divided by it. */
    PER_SECOND_OF_CPU,
    /** What a million requests cost: CPU and memory while they run. */
    DOLLARS
  }

  static final Metric CPU = new Metric("CPU, µs a request", "cpu_us", Kind.PLAIN);
  static final Metric FRAME_CPU = new Metric("CPU, µs a frame", "frame_cpu_us", Kind.PLAIN);
  static final Metric ADDED_P99 = new Metric("added p99, ms", "p99_ms", Kind.ADDED);
  static final Metric ADDED_P50 = new Metric("added p50, ms", "p50_ms", Kind.ADDED);
  static final Metric RATE = new Metric("requests/s", "rps", Kind.PLAIN);

  /** In the order in which tables show them; what was not measured is left out. */
  static final List<Metric> ALL =
      List.of(
          RATE,
          CPU,
          new Metric("CPU, × nginx", "cpu_us", Kind.OVER_NGINX),
          new Metric("requests/s on a core", "cpu_us", Kind.PER_SECOND_OF_CPU),
          new Metric("share of its core", "cpu_share", Kind.PLAIN),
          new Metric("p50, ms", "p50_ms", Kind.PLAIN),
          new Metric("p99, ms", "p99_ms", Kind.PLAIN),
          ADDED_P50,
          ADDED_P99,
          new Metric("first token p50, ms", "first_token_p50_ms", Kind.PLAIN),
          new Metric("first token added p99, ms", "first_token_p99_ms", Kind.ADDED),
          FRAME_CPU,
          new Metric("CPU of a frame, × nginx", "frame_cpu_us", Kind.OVER_NGINX),
          new Metric("frame one-way p50, ms", "frame_p50_ms", Kind.PLAIN),
          new Metric("frame one-way p99, ms", "frame_p99_ms", Kind.PLAIN),
          new Metric("frame one-way max, ms", "frame_max_ms", Kind.PLAIN),
          new Metric("between frames p99, ms", "gap_p99_ms", Kind.PLAIN),
          new Metric("session p50, ms", "session_p50_ms", Kind.PLAIN),
          new Metric("session added p50, ms", "session_p50_ms", Kind.ADDED),
          new Metric("allocated, KB a request", "alloc_kb", Kind.PLAIN),
          new Metric("resident, MB", "rss_mb", Kind.PLAIN),
          new Metric("$ a million requests", "cpu_us", Kind.DOLLARS),
          new Metric("errors", "errors", Kind.PLAIN));
}
