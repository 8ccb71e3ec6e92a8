package dev.headgate.spi.metrics;

import dev.headgate.spi.Preview;
import java.util.List;

/** Is told of each meter. */
@Preview
public interface MeterVisitor {

  /** The types of meters. */
  enum Type {
    COUNTER,
    GAUGE,
    HISTOGRAM
  }

  /**
   * A family begins.
   *
   * @param name its name
   * @param help its sentence
   * @param type its type
   * @param labels the names of its labels
   */
  void family(String name, String help, Type type, List<String> labels);

  /**
   * A counter or gauge of the family.
   *
   * @param labelValues one for each label
   * @param value its value
   */
  void value(List<String> labelValues, double value);

  /**
   * A histogram of the family.
   *
   * @param labelValues one for each label
   * @param bounds the upper bounds of the buckets but for the last, which has none
   * @param counts how many values fell into each bucket alone, one more than bounds
   * @param sum the sum of all values
   */
  void histogram(List<String> labelValues, double[] bounds, long[] counts, double sum);
}
