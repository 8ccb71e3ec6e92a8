package dev.headgate.plugins.authkeys.entity;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Dollars at the edge, nano-dollars inside. */
public final class Money {
  private static final int DIGITS = 9;

  private Money() {}

  /**
   * Nano-dollars of an amount.
   *
   * @throws ArithmeticException if it is more than a few billion dollars
   */
  public static long nanos(BigDecimal dollars) {
    return dollars.movePointRight(DIGITS).setScale(0, RoundingMode.HALF_EVEN).longValueExact();
  }

  /** Dollars of an amount, with one digit after the point at least. */
  public static BigDecimal dollars(long nanos) {
    BigDecimal exact = BigDecimal.valueOf(nanos, DIGITS).stripTrailingZeros();
    return exact.scale() < 1 ? exact.setScale(1) : exact;
  }
}
