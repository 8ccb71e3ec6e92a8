package dev.headgate.spi.auth;

import dev.headgate.spi.Preview;
import dev.headgate.spi.admission.Limit;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * One limit of a {@link LimitedEntity}, as its owner set it: how much, of what, in which window,
 * for which model. It says nothing of counters and refusals, which are the business of the {@code
 * LimitSource} that turns it into a {@link Limit}. Immutable; the methods that take a value return
 * a changed copy.
 */
@Preview
public final class EntityLimit {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Limit.Kind kind;
  private final long amount;
  private final Limit.Window window;
  private final Duration length;
  private final Optional<String> model;

  private EntityLimit(
      Limit.Kind kind, long amount, Limit.Window window, Duration length, Optional<String> model) {
    if (amount < 0) {
      throw new IllegalArgumentException("a limit is not negative, but it is " + amount);
    }
    this.kind = Objects.requireNonNull(kind, "kind");
    this.amount = amount;
    this.window = window;
    this.length = length;
    this.model = model;
  }

  /**
   * A budget without a window: spent once, it is spent for ever.
   *
   * @param nanos the most that may be spent, nano-dollars
   */
  public static EntityLimit budget(long nanos) {
    return new EntityLimit(
        Limit.Kind.SPEND, nanos, Limit.Window.NONE, Duration.ZERO, Optional.empty());
  }

  /**
   * A limit of requests in a minute that begins with the first of them.
   *
   * @param requests the most requests
   */
  public static EntityLimit requests(long requests) {
    return new EntityLimit(
        Limit.Kind.REQUESTS, requests, Limit.Window.FROM_FIRST, MINUTE, Optional.empty());
  }

  /**
   * A limit of tokens in a minute that begins with the first request.
   *
   * @param tokens the most tokens
   */
  public static EntityLimit tokens(long tokens) {
    return new EntityLimit(
        Limit.Kind.TOKENS, tokens, Limit.Window.FROM_FIRST, MINUTE, Optional.empty());
  }

  /**
   * A limit of requests at once.
   *
   * @param requests the most requests
   */
  public static EntityLimit parallel(long requests) {
    return new EntityLimit(
        Limit.Kind.PARALLEL, requests, Limit.Window.NONE, Duration.ZERO, Optional.empty());
  }

  /**
   * With a window.
   *
   * @param newWindow how it follows the clock
   * @param newLength its length; of a calendar window, 7 days are the week from Monday on and 30
   *     days the calendar month
   */
  public EntityLimit window(Limit.Window newWindow, Duration newLength) {
    return new EntityLimit(kind, amount, newWindow, newLength, model);
  }

  /**
   * For one model only.
   *
   * @param newModel a model group's name, or a pattern that ends in {@code *}
   */
  public EntityLimit model(String newModel) {
    return new EntityLimit(kind, amount, window, length, Optional.of(newModel));
  }

  /** What is limited. */
  public Limit.Kind kind() {
    return kind;
  }

  /** The most, in the unit of the kind. */
  public long amount() {
    return amount;
  }

  /** How the window follows the clock. */
  public Limit.Window window() {
    return window;
  }

  /** The length of the window; zero without one. */
  public Duration length() {
    return length;
  }

  /** The model that it is for; empty: all together. */
  public Optional<String> model() {
    return model;
  }

  /**
   * Whether it applies to a request for this model.
   *
   * @param name a model group's name
   */
  public boolean appliesTo(String name) {
    if (model.isEmpty()) {
      return true;
    }
    String pattern = model.get();
    return pattern.endsWith("*")
        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
        : pattern.equals(name);
  }

  @Override
  public String toString() {
    return amount + " " + kind + model.map(name -> " of " + name).orElse("");
  }
}
