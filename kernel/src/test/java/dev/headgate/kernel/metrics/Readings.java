package dev.headgate.kernel.metrics;

import dev.headgate.spi.metrics.MeterReader;
import dev.headgate.spi.metrics.MeterVisitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a registry tells, one line for each family and series. */
final class Readings implements MeterVisitor {
  private final List<String> lines = new ArrayList<>();
  private String family = "";

  private Readings() {}

  static List<String> of(MeterReader reader) {
    Readings readings = new Readings();
    reader.read(readings);
    return readings.lines;
  }

  static List<String> of(MeterReader reader, String family) {
    return of(reader).stream().filter(line -> line.startsWith(family + " ")).toList();
  }

  @Override
  public void family(String name, String help, Type type, List<String> labels) {
    family = name;
    lines.add(name + " is a " + type + " by " + labels);
  }

  @Override
  public void value(List<String> labelValues, double value) {
    lines.add(family + " " + labelValues + " " + value);
  }

  @Override
  public void histogram(List<String> labelValues, double[] bounds, long[] counts, double sum) {
    lines.add(family + " " + labelValues + " " + Arrays.toString(counts) + " sum " + sum);
  }
}
