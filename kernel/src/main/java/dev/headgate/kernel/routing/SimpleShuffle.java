package dev.headgate.kernel.routing;

import dev.headgate.spi.request.ExchangeView;
import dev.headgate.spi.routing.Candidates;
import dev.headgate.spi.routing.RoutingStrategy;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/** Picks by weight and chance. */
public final class SimpleShuffle implements RoutingStrategy {
  /** The name by which the configuration chooses it. */
  public static final String ID = "simple-shuffle";

  private final DoubleSupplier chance;

  /** By true chance. */
  public SimpleShuffle() {
    this(() -> ThreadLocalRandom.current().nextDouble());
  }

  SimpleShuffle(DoubleSupplier chance) {
    this.chance = chance;
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public int pick(ExchangeView exchange, Candidates candidates) {
    double total = 0;
    int size = candidates.size();
    for (int i = 0; i < size; i++) {
      total += candidates.get(i).weight();
    }
    double point = chance.getAsDouble() * total;
    if (total <= 0) {
      return (int) (chance.getAsDouble() * size);
    }
    for (int i = 0; i < size - 1; i++) {
      point -= candidates.get(i).weight();
      if (point < 0) {
        return i;
      }
    }
    return size - 1;
  }
}
