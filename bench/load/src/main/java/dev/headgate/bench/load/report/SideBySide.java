package dev.headgate.bench.load.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The medians of a run as a table for a terminal: a column for each target. */
public final class SideBySide {

  private static final List<String> SHOWN =
      List.of(
          "requests/s",
          "CPU, µs a request",
          "CPU, × nginx",
          "requests/s on a core",
          "added p50, ms",
          "added p99, ms",
          "CPU, µs a frame",
          "first token added p99, ms",
          "frame one-way p99, ms",
          "session p50, ms",
          "allocated, KB a request",
          "errors");
  private static final int LABEL = 40;

  private final Summary summary;
  private final List<String> targets;
  private final StringBuilder text = new StringBuilder();

  private SideBySide(Summary summary) {
    this.summary = summary;
    targets = summary.targets();
  }

  /** The table of the run in that folder. */
  public static String of(Path folder) {
    return new SideBySide(Summary.read(folder)).table();
  }

  private String table() {
    List<String> names = new ArrayList<>(targets);
    line("", names);
    for (String lane : summary.lanes()) {
      for (Metric metric : Metric.ALL) {
        if (SHOWN.contains(metric.label())) {
          row(lane + "  " + metric.label(), target -> summary.of(lane, target, metric));
        }
      }
      text.append('\n');
    }
    row("memory idle, MB", summary::idleMb);
    row("memory peak, MB", summary::peakMb);
    row("start to the first right answer, s", summary::start);
    summary.errors().forEach(error -> text.append("ERRORS ").append(error).append('\n'));
    return text.toString();
  }

  private void row(String label, Function<String, Optional<Spread>> value) {
    List<Optional<Spread>> values = targets.stream().map(value).toList();
    boolean any = values.stream().anyMatch(Optional::isPresent);
    boolean zero = values.stream().flatMap(Optional::stream).allMatch(each -> each.high() == 0);
    if (any && !zero) {
      line(label, values.stream().map(each -> each.map(Spread::medianFigure).orElse("–")).toList());
    }
  }

  private void line(String label, List<String> cells) {
    text.append(label).append(" ".repeat(Math.max(1, LABEL - label.length())));
    for (int i = 0; i < cells.size(); i++) {
      int width = Math.max(10, targets.get(i).length() + 2);
      text.append(" ".repeat(Math.max(1, width - cells.get(i).length()))).append(cells.get(i));
    }
    text.append('\n');
  }
}
