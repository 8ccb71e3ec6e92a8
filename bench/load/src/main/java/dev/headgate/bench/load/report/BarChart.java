package dev.headgate.bench.load.report;

import java.util.List;
import java.util.Optional;

/**
 * Bars lying down, a group for each lane, on a logarithmic scale: gateways differ by orders of
 * magnitude. A thin line shows the range of the rounds.
 */
final class BarChart {

  private static final int LEFT = 190;
  private static final int WIDTH = 860;
  private static final int RIGHT = 90;
  private static final int BAR = 15;
  private static final int GAP = 14;
  private static final int TOP = 26;

  private BarChart() {}

  static Optional<String> of(Summary summary, Metric metric) {
    List<String> targets = summary.targets();
    List<String> lanes =
        summary.lanes().stream()
            .filter(lane ->
                targets.stream()
                    .anyMatch(target -> positive(summary, lane, target, metric).isPresent()))
            .toList();
    if (lanes.isEmpty()) {
      return Optional.empty();
    }
    double least = Double.MAX_VALUE;
    double most = 0;
    int bars = 0;
    for (String lane : lanes) {
      for (String target : targets) {
        Optional<Spread> spread = positive(summary, lane, target, metric);
        if (spread.isPresent()) {
          least = Math.min(least, spread.get().median());
          most = Math.max(most, spread.get().high());
          bars++;
        }
      }
    }
    Axis axis = Axis.logarithmic(least, most, LEFT, WIDTH - RIGHT);
    int height = TOP + bars * BAR + lanes.size() * GAP + 24;
    Svg svg = new Svg(WIDTH, height);
    for (double tick : axis.ticks()) {
      svg.line(axis.at(tick), TOP - 8, axis.at(tick), height - 20, "#e4e4e4");
      svg.text(axis.at(tick), height - 6, "middle", Spread.figure(tick));
    }
    svg.text(4, 14, "start", metric.label());
    double y = TOP;
    for (String lane : lanes) {
      for (int i = 0; i < targets.size(); i++) {
        Optional<Spread> spread = positive(summary, lane, targets.get(i), metric);
        if (spread.isPresent()) {
          bar(svg, axis, y, lane + "  " + targets.get(i), spread.get(), Svg.colour(i));
          y += BAR;
        }
      }
      y += GAP;
    }
    return Optional.of(svg.drawing());
  }

  private static Optional<Spread> positive(
      Summary summary, String lane, String target, Metric metric) {
    return summary.of(lane, target, metric).filter(spread -> spread.median() > 0);
  }

  private static void bar(
      Svg svg, Axis axis, double y, String label, Spread spread, String colour) {
    double end = axis.at(spread.median());
    svg.rectangle(LEFT, y, end - LEFT, BAR - 4, colour);
    double middle = y + (BAR - 4) / 2.0;
    svg.line(
        axis.at(Math.max(spread.low(), axis.least())),
        middle,
        axis.at(spread.high()),
        middle,
        "#222");
    svg.text(LEFT - 6, y + BAR - 5, "end", label);
    svg.text(
        Math.max(end, axis.at(spread.high())) + 5, y + BAR - 5, "start", spread.medianFigure());
  }
}
