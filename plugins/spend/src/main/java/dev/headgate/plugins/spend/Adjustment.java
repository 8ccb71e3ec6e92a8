package dev.headgate.plugins.spend;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Discount and margin of a provider.
 *
 * @param discount the part that is taken off, 0 to 1
 * @param margin the part that is put on after that, such as 0.1
 * @param fixedNanos what is put on every call, nano-dollars
 */
record Adjustment(BigDecimal discount, BigDecimal margin, long fixedNanos) {
  static final Adjustment NONE = new Adjustment(BigDecimal.ZERO, BigDecimal.ZERO, 0);

  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

  boolean changesNothing() {
    return discount.signum() == 0 && margin.signum() == 0 && fixedNanos == 0;
  }

  /** The amount in nano-dollars, of nano-dollars per million times tokens; rounded once. */
  long nanos(BigDecimal products) {
    BigDecimal amount =
        products
            .multiply(BigDecimal.ONE.subtract(discount))
            .multiply(BigDecimal.ONE.add(margin))
            .add(BigDecimal.valueOf(fixedNanos).multiply(MILLION));
    return amount.divide(MILLION, 0, RoundingMode.HALF_EVEN).longValueExact();
  }
}
