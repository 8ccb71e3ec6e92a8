package dev.headgate.plugins.metricsprometheus;

import dev.headgate.spi.metrics.MeterVisitor;
import java.util.List;
import java.util.Locale;

/** Writes meters as text. */
final class PrometheusText implements MeterVisitor {
  private final Format format;
  private final StringBuilder out = new StringBuilder(16 * 1024);
  private String name = "";
  private List<String> labels = List.of();

  PrometheusText(Format format) {
    this.format = format;
  }

  @Override
  public void family(String newName, String help, Type type, List<String> newLabels) {
    boolean counter = type == Type.COUNTER;
    String family = counter ? format.counterFamily(newName) : newName;
    name = counter ? Format.counterSample(newName) : newName;
    labels = newLabels;
    out.append("# HELP ").append(family).append(' ');
    escape(help, format == Format.OPEN_METRICS);
    out.append("\n# TYPE ")
        .append(family)
        .append(' ')
        .append(type.name().toLowerCase(Locale.ROOT))
        .append('\n');
  }

  @Override
  public void value(List<String> labelValues, double value) {
    out.append(name);
    labels(labelValues, "");
    out.append(' ').append(number(value)).append('\n');
  }

  @Override
  public void histogram(List<String> labelValues, double[] bounds, long[] counts, double sum) {
    long total = 0;
    for (int i = 0; i < counts.length; i++) {
      total += counts[i];
      out.append(name).append("_bucket");
      labels(labelValues, i < bounds.length ? number(bounds[i]) : "+Inf");
      out.append(' ').append(total).append('\n');
    }
    out.append(name).append("_sum");
    labels(labelValues, "");
    out.append(' ').append(number(sum)).append('\n').append(name).append("_count");
    labels(labelValues, "");
    out.append(' ').append(total).append('\n');
  }

  private void labels(List<String> values, String bound) {
    if (values.isEmpty() && bound.isEmpty()) {
      return;
    }
    out.append('{');
    for (int i = 0; i < values.size(); i++) {
      out.append(i == 0 ? "" : ",").append(labels.get(i)).append("=\"");
      escape(values.get(i), true);
      out.append('"');
    }
    if (!bound.isEmpty()) {
      out.append(values.isEmpty() ? "" : ",").append("le=\"").append(bound).append('"');
    }
    out.append('}');
  }

  private void escape(String text, boolean quotes) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '"' -> out.append(quotes ? "\\\"" : "\"");
        default -> out.append(c);
      }
    }
  }

  /** Whole numbers without a fraction, others as short as they can be read back. */
  private static String number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    return Double.isNaN(value) ? "NaN" : Double.toString(value);
  }

  /** All that was written, with the format's end. */
  @Override
  public String toString() {
    return out + format.end();
  }
}
