package dev.headgate.plugins.spend;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Adds up tokens times prices without losing a fraction, and rounds half-even once. Plain long
 * arithmetic as long as nothing overflows, which is always but for absurd numbers.
 */
final class Arithmetic {
  private static final long MILLION = 1_000_000;

  private BigInteger wide = BigInteger.ZERO;
  private long sum;
  private boolean overflown;

  /** Adds tokens at a price, nano-dollars per million. */
  void add(long tokens, long price) {
    if (!overflown
        && Math.multiplyHigh(tokens, price) == 0
        && tokens * price >= 0
        && sum + tokens * price >= 0) {
      sum += tokens * price;
      return;
    }
    if (!overflown) {
      overflown = true;
      wide = BigInteger.valueOf(sum);
    }
    wide = wide.add(BigInteger.valueOf(tokens).multiply(BigInteger.valueOf(price)));
  }

  /** The sum in nano-dollars; {@link Long#MAX_VALUE} beyond that. */
  long nanos(Adjustment adjustment) {
    if (overflown || !adjustment.changesNothing()) {
      BigDecimal products = overflown ? new BigDecimal(wide) : BigDecimal.valueOf(sum);
      try {
        return adjustment.nanos(products);
      } catch (ArithmeticException e) {
        return Long.MAX_VALUE;
      }
    }
    return roundHalfEven(sum);
  }

  static long roundHalfEven(long products) {
    long whole = products / MILLION;
    long rest = products % MILLION;
    if (rest > MILLION / 2 || (rest == MILLION / 2 && (whole & 1) != 0)) {
      whole++;
    }
    return whole;
  }

  /** One amount by itself. */
  static long nanos(long tokens, long price, Adjustment adjustment) {
    Arithmetic one = new Arithmetic();
    one.add(tokens, price);
    return one.nanos(new Adjustment(adjustment.discount(), adjustment.margin(), 0));
  }

  /** Nano-dollars as dollars. */
  static BigDecimal dollars(long nanos) {
    BigDecimal amount = BigDecimal.valueOf(nanos, 9).stripTrailingZeros();
    return amount.scale() < 0 ? amount.setScale(0, RoundingMode.UNNECESSARY) : amount;
  }
}
