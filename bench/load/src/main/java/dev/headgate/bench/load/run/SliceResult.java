package dev.headgate.bench.load.run;

import dev.headgate.bench.load.drive.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What one slice showed: one line of slices.csv. A field is empty where it could not be measured.
 *
 * @param round which repeat, from 1
 * @param lane the lane
 * @param target the target
 * @param recording latencies, counts and errors
 * @param observed what was seen of the process
 */
record SliceResult(int round, String lane, String target, Recording recording, Observed observed) {

  /**
   * What was seen of the target's process meanwhile.
   *
   * @param cpuNanos CPU time
   * @param residentKb resident memory at the end
   * @param threads its threads
   * @param descriptors its open descriptors
   * @param allocated bytes allocated
   * @param collections garbage collections
   * @param collectionNanos their time
   * @param loadCpuNanos CPU time of the upstream and the load themselves
   */
  record Observed(
      Optional<Long> cpuNanos,
      Optional<Long> residentKb,
      Optional<Long> threads,
      Optional<Long> descriptors,
      Optional<Long> allocated,
      Optional<Long> collections,
      Optional<Long> collectionNanos,
      long loadCpuNanos) {}

  static final List<String> COLUMNS =
      List.of(
          "round",
          "lane",
          "target",
          "seconds",
          "requests",
          "errors",
          "rps",
          "cpu_us",
          "cpu_share",
          "p50_ms",
          "p90_ms",
          "p99_ms",
          "p999_ms",
          "max_ms",
          "mean_ms",
          "first_token_p50_ms",
          "first_token_p99_ms",
          "gap_p50_ms",
          "gap_p99_ms",
          "frame_p50_ms",
          "frame_p99_ms",
          "frame_max_ms",
          "frames",
          "frame_cpu_us",
          "session_p50_ms",
          "session_p99_ms",
          "rss_mb",
          "threads",
          "descriptors",
          "alloc_kb",
          "collections",
          "collection_ms",
          "load_cpu_share",
          "beside",
          "first_error");

  List<String> fields() {
    Recording r = recording;
    double seconds = r.seconds();
    double nanos = seconds * 1e9;
    Optional<Double> cpu = observed.cpuNanos().map(Long::doubleValue);
    List<String> fields = new ArrayList<>();
    fields.add(String.valueOf(round));
    fields.add(lane);
    fields.add(target);
    fields.add(decimal(seconds));
    fields.add(String.valueOf(r.requests()));
    fields.add(String.valueOf(r.errorCount()));
    fields.add(decimal(r.requests() / seconds));
    fields.add(per(cpu.map(c -> c / 1e3), r.requests()));
    fields.add(cpu.map(c -> decimal(c / nanos)).orElse(""));
    percentiles(fields, r.latency(), 50, 90, 99, 99.9, 100);
    fields.add(r.requests() == 0 ? "" : decimal(r.latency().getMean() / 1e6));
    percentiles(fields, r.firstToken(), 50, 99);
    percentiles(fields, r.gap(), 50, 99);
    percentiles(fields, r.oneWay(), 50, 99, 100);
    fields.add(String.valueOf(r.frames()));
    fields.add(per(cpu.map(c -> c / 1e3), r.frames()));
    percentiles(fields, r.session(), 50, 99);
    fields.add(observed.residentKb().map(kb -> decimal(kb / 1024.0)).orElse(""));
    fields.add(whole(observed.threads()));
    fields.add(whole(observed.descriptors()));
    fields.add(per(observed.allocated().map(bytes -> bytes / 1024.0), r.requests()));
    fields.add(whole(observed.collections()));
    fields.add(observed.collectionNanos().map(n -> decimal(n / 1e6)).orElse(""));
    fields.add(decimal(observed.loadCpuNanos() / nanos));
    fields.add(String.valueOf(r.besides()));
    fields.add(firstError(r));
    return fields;
  }

  private static String per(Optional<Double> amount, long count) {
    return count == 0 ? "" : amount.map(a -> decimal(a / count)).orElse("");
  }

  private static String whole(Optional<Long> value) {
    return value.map(String::valueOf).orElse("");
  }

  private static void percentiles(List<String> fields, Histogram histogram, double... percentiles) {
    for (double percentile : percentiles) {
      fields.add(
          histogram.getTotalCount() == 0
              ? ""
              : decimal(histogram.getValueAtPercentile(percentile) / 1e6));
    }
  }

  static String decimal(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  private static String firstError(Recording recording) {
    return recording.errors().entrySet().stream()
        .map(error -> error.getValue() + " x " + error.getKey())
        .reduce((a, b) -> a + "; " + b)
        .orElse("");
  }
}
