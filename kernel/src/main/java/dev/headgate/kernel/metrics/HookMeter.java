package dev.headgate.kernel.metrics;

import dev.headgate.spi.metrics.Counter;
import dev.headgate.spi.metrics.Histogram;
import java.lang.System.Logger.Level;

/**
 * Counts and times the calls of one hook, always on: two readings of the clock and three atomic
 * additions a call, no allocation. Each {@link #start} is answered by one of {@link #ok}, {@link
 * #refused}, {@link #answered}, {@link #abstained} and {@link #failed}.
 *
 * <pre>{@code
 * long started = hook.meter().start();
 * try {
 *   Decision decision = hook.extension().check(exchange);
 *   hook.meter().ok(started);
 * } catch (RuntimeException e) {
 *   hook.meter().failed(started, e);
 * }
 * }</pre>
 */
public final class HookMeter {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugin");

  private final String hook;
  private final Counter calls;
  private final Counter errors;
  private final Counter refusals;
  private final Counter answers;
  private final Counter abstentions;
  private final Histogram seconds;
  private final OnceAMinute complaints = new OnceAMinute();

  HookMeter(
      String hook,
      Counter calls,
      Counter errors,
      Counter refusals,
      Counter answers,
      Counter abstentions,
      Histogram seconds) {
    this.hook = hook;
    this.calls = calls;
    this.errors = errors;
    this.refusals = refusals;
    this.answers = answers;
    this.abstentions = abstentions;
    this.seconds = seconds;
  }

  /** A call begins; hand the result to the method that ends it. */
  public long start() {
    return System.nanoTime();
  }

  /**
   * The call ended well.
   *
   * @param started what {@link #start} returned
   * @return the end of this call, with which the next hook may start instead of reading the clock
   */
  public long ok(long started) {
    long now = System.nanoTime();
    calls.add(1);
    seconds.recordNanos(now - started);
    return now;
  }

  /**
   * The call refused the request.
   *
   * @param started what {@link #start} returned
   * @return the end of this call
   */
  public long refused(long started) {
    refusals.add(1);
    return ok(started);
  }

  /**
   * The call answered the request itself, so that no upstream is asked.
   *
   * @param started what {@link #start} returned
   * @return the end of this call
   */
  public long answered(long started) {
    answers.add(1);
    return ok(started);
  }

  /**
   * The call had nothing to say: a credential that an authenticator does not know, a cache without
   * the answer, an answer that a transform does not want to see.
   *
   * @param started what {@link #start} returned
   * @return the end of this call
   */
  public long abstained(long started) {
    abstentions.add(1);
    return ok(started);
  }

  /**
   * The call ended with an exception, or was cut off. Logs one line a minute at most, with the
   * number of those in between.
   *
   * @param started what {@link #start} returned
   * @param why what was thrown
   * @return the end of this call
   */
  public long failed(long started, Throwable why) {
    errors.add(1);
    long now = ok(started);
    if (complaints.due(now)) {
      complain(why);
    }
    return now;
  }

  private void complain(Throwable why) {
    long held = complaints.held();
    String more = held == 0 ? "" : " (and " + held + " more failures since the last such line)";
    LOG.log(Level.WARNING, () -> "Plugin " + hook + " failed: " + summary(why) + more);
    LOG.log(Level.DEBUG, () -> "Plugin " + hook + " failed", why);
  }

  /** What was thrown and where, in one line. */
  private static String summary(Throwable why) {
    StackTraceElement[] trace = why.getStackTrace();
    String text = why.toString().lines().findFirst().orElse("");
    return trace.length == 0 ? text : text + " at " + trace[0];
  }
}
