package dev.headgate.bench.load.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.bench.load.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  private static final List<String> COLUMNS =
      List.of(
          "round",
          "lane",
          "target",
          "requests",
          "errors",
          "rps",
          "cpu_us",
          "p50_ms",
          "p99_ms",
          "first_error");

  @TempDir private Path folder;

  private void slice(String round, String target, String cpu, String p99, String errors) {
    Csv.append(
        folder.resolve("slices.csv"),
        COLUMNS,
        List.of(round, "c16", target, "1000", errors, "500", cpu, "1", p99, "3 x \"odd\", really"));
  }

  private void results() {
    Csv.append(
        folder.resolve("facts.csv"), List.of("fact", "value"), List.of("title", "A <title>"));
    slice("1", "direct", "", "2", "0");
    slice("1", "nginx", "20", "3", "0");
    slice("1", "bare", "30", "4", "0");
    slice("2", "bare", "50", "9", "3");
    slice("2", "nginx", "20", "7", "0");
    slice("2", "direct", "", "5", "0");
    for (String percentile : List.of("50", "99", "99.9")) {
      Csv.append(
          folder.resolve("percentiles.csv"),
          List.of("lane", "target", "what", "percentile", "ms"),
          List.of("c16", "bare", "latency", percentile, "1.5"));
    }
  }

  @Test
  void takesMediansOfDifferencesWithinARound() {
    results();
    Summary summary = Summary.read(folder);
    assertThat(summary.of("c16", "bare", Metric.ADDED_P99)).contains(new Spread(3, 2, 4, 2));
    assertThat(summary.of("c16", "direct", Metric.ADDED_P99)).isEmpty();
    Metric ratio = new Metric("", "cpu_us", Metric.Kind.OVER_NGINX);
    assertThat(summary.of("c16", "bare", ratio)).contains(new Spread(2, 1.5, 2.5, 2));
  }

  @Test
  void makesAReportFromTheFilesAlone() throws IOException {
    results();
    Report.write(folder);
    assertThat(folder.resolve("report.md"))
        .content()
        .contains(
            "# A <title>", "| CPU, µs a request | – | 20.0 (20.0 – 20.0) | 40.0 (30.0 – 50.0) |")
        .contains("Errors: c16, bare, round 2: 3 x \"odd\", really")
        .contains("![cpu.svg](cpu.svg)");
    assertThat(folder.resolve("report.html")).content().contains("A &lt;title&gt;", "<svg ");
    assertThat(folder.resolve("cpu.svg")).content().startsWith("<svg ").contains("c16  bare");
    assertThat(folder.resolve("c16-latency.svg")).exists();
  }

  @Test
  void makesTheSameReportTwice() throws IOException {
    results();
    Report.write(folder);
    String first = Files.readString(folder.resolve("report.html"));
    Report.write(folder);
    assertThat(folder.resolve("report.html")).hasContent(first);
  }

  @Test
  void showsTargetsSideBySide() {
    results();
    assertThat(SideBySide.of(folder)).containsPattern("c16  CPU, µs a request +– +20.0 +40.0");
  }

  @Test
  void refusesAFolderWithoutResults() {
    assertThatThrownBy(() -> Report.write(folder)).isInstanceOf(BenchException.class);
  }

  @Test
  void tellsWhatGrowsFromWhatScatters() {
    List<double[]> steady = new ArrayList<>();
    List<double[]> growing = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double scatter = i % 2 == 0 ? 1 : -1;
      steady.add(new double[] {i, 100 + scatter});
      growing.add(new double[] {i, 100 + scatter + 0.2 * i});
    }
    assertThat(SoakVerdict.trend("rss_mb", steady).flat()).isTrue();
    assertThat(SoakVerdict.trend("rss_mb", growing).flat()).isFalse();
  }

  @Test
  void keepsCommasAndQuotesInAField() {
    Path file = folder.resolve("x.csv");
    Csv.append(file, List.of("a", "b"), List.of("1,\"2\"", "3"));
    assertThat(Csv.read(file).getFirst().text("a")).isEqualTo("1,\"2\"");
    assertThat(Csv.read(file).getFirst().text("b")).isEqualTo("3");
  }
}
