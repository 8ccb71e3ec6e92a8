package dev.headgate.spi.metrics;

import dev.headgate.spi.Preview;

/**
 * The meters of one name.
 *
 * @param <M> their type
 */
@Preview
public interface Family<M> {

  /**
   * The meter with these label values, made on the first call. Keep it where the values are the
   * same for many requests: the look-up costs more than the counting.
   *
   * @param values one for each label of the family, in their order
   */
  M labels(String... values);
}
