package dev.headgate.bench.load.report;

import java.util.List;
import java.util.Locale;

/** A drawing, element by element. */
final class Svg {

  private static final List<String> COLOURS =
      List.of(
          "#8a8f98", "#2f6db5", "#c8553d", "#3d8f5f", "#8a5fb5", "#b58a2f", "#4aa3a3", "#a34a78");

  private final StringBuilder text = new StringBuilder();
  private final int width;
  private final int height;

  Svg(int width, int height) {
    this.width = width;
    this.height = height;
  }

  static String colour(int index) {
    return COLOURS.get(index % COLOURS.size());
  }

  void rectangle(double x, double y, double w, double h, String colour) {
    add(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
        x, y, Math.max(w, 0), Math.max(h, 0), colour);
  }

  void line(double x1, double y1, double x2, double y2, String colour) {
    add(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n",
        x1, y1, x2, y2, colour);
  }

  void path(List<double[]> points, String colour) {
    StringBuilder path = new StringBuilder();
    for (double[] point : points) {
      path.append(String.format(Locale.ROOT, "%.1f,%.1f ", point[0], point[1]));
    }
    add(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"/>%n",
        path.toString().strip(), colour);
  }

  /** Text whose anchor is {@code start}, {@code middle} or {@code end}. */
  void text(double x, double y, String anchor, String words) {
    add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, escaped(words));
  }

  private void add(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
  }

  static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  String drawing() {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
        + width
        + " "
        + height
        + "\" width=\""
        + width
        + "\" height=\""
        + height
        + "\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#333\">\n"
        + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        + text
        + "</svg>\n";
  }
}
