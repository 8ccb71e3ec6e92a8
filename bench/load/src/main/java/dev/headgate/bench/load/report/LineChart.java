package dev.headgate.bench.load.report;

import java.util.List;

/** Lines over a common axis. */
final class LineChart {

  /**
   * One line.
   *
   * @param name what the legend says
   * @param points x and y, in order
   */
  record Series(String name, List<double[]> points) {}

  private static final int WIDTH = 860;
  private static final int HEIGHT = 300;
  private static final int LEFT = 64;
  private static final int RIGHT = 150;
  private static final int TOP = 28;
  private static final int BOTTOM = 34;

  private LineChart() {}

  /**
   * Draws the lines.
   *
   * @param title what y is, with its unit
   * @param logarithmic whether the axis of y is
   * @param xLabel what x is
   * @param ticks the axis below
   */
  static String of(
      String title, List<Series> all, boolean logarithmic, String xLabel, Ticks ticks) {
    Svg svg = new Svg(WIDTH, HEIGHT);
    Axis x = ticks.axis(LEFT, WIDTH - RIGHT);
    Axis y = y(all, logarithmic);
    for (double tick : y.ticks()) {
      svg.line(LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick), "#e4e4e4");
      svg.text(LEFT - 6, y.at(tick) + 4, "end", Spread.figure(tick));
    }
    for (int i = 0; i < ticks.at().size(); i++) {
      double at = x.at(ticks.at().get(i));
      svg.line(at, TOP, at, HEIGHT - BOTTOM, "#e4e4e4");
      svg.text(at, HEIGHT - BOTTOM + 16, "middle", ticks.labels().get(i));
    }
    svg.text(4, 14, "start", title);
    svg.text(WIDTH - RIGHT, HEIGHT - 4, "end", xLabel);
    for (int i = 0; i < all.size(); i++) {
      List<double[]> points =
          all.get(i).points().stream()
              .map(point -> new double[] {x.at(point[0]), y.at(point[1])})
              .toList();
      svg.path(points, Svg.colour(i));
      svg.rectangle(WIDTH - RIGHT + 12, TOP + i * 18, 12, 10, Svg.colour(i));
      svg.text(WIDTH - RIGHT + 30, TOP + i * 18 + 10, "start", all.get(i).name());
    }
    return svg.drawing();
  }

  private static Axis y(List<Series> all, boolean logarithmic) {
    double least = Double.MAX_VALUE;
    double most = 0;
    for (Series series : all) {
      for (double[] point : series.points()) {
        least = Math.min(least, point[1]);
        most = Math.max(most, point[1]);
      }
    }
    return logarithmic
        ? Axis.logarithmic(Math.max(least, 1e-3), Math.max(most, 1e-3), HEIGHT - BOTTOM, TOP)
        : Axis.even(0, most * 1.05, HEIGHT - BOTTOM, TOP);
  }

  /**
   * The marks of the axis below.
   *
   * @param least where it begins
   * @param most where it ends
   * @param at where the marks are
   * @param labels what they say
   */
  record Ticks(double least, double most, List<Double> at, List<String> labels) {

    Axis axis(double from, double to) {
      return Axis.even(least, most, from, to);
    }
  }
}
