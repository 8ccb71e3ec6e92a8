package dev.headgate.kernel.metrics;

import dev.headgate.spi.metrics.MeterVisitor;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The rules of Prometheus for the names of metrics and labels. */
final class MeterNames {
  private static final Pattern METRIC = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

  private MeterNames() {}

  static void check(String name, MeterVisitor.Type type, List<String> labels) {
    if (!METRIC.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\""
              + name
              + "\" is no name of a metric: letters, digits, _ and : are allowed, and no"
              + " digit in front");
    }
    Set<String> seen = new HashSet<>();
    for (String label : labels) {
      if (!LABEL.matcher(label).matches() || label.startsWith("__")) {
        throw new IllegalArgumentException(
            "\""
                + label
                + "\" is no name of a label of "
                + name
                + ": letters, digits and _ are allowed, no digit and no __ in front");
      }
      if (type == MeterVisitor.Type.HISTOGRAM && label.equals("le")) {
        throw new IllegalArgumentException(
            name + " cannot have the label le, which holds the bounds of its buckets");
      }
      if (!seen.add(label)) {
        throw new IllegalArgumentException(name + " has the label " + label + " twice");
      }
    }
  }
}
