package dev.headgate.spi.routing;

import dev.headgate.spi.Preview;
import java.util.Map;
import java.util.Set;

/** A deployment that requests can be sent to. Used by many threads at once. */
@Preview
public interface Deployment {

  /** As configured. */
  DeploymentSpec spec();

  /** The deployment's id. */
  default String id() {
    return spec().id();
  }

  /** The public name. */
  default String group() {
    return spec().group();
  }

  /** The share of traffic in its group, relative to the others. */
  double weight();

  /** The rank in its group: lower ones are used first. */
  int order();

  /** The tags that requests can ask for. */
  Set<String> tags();

  /** Facts for filters, such as a region. */
  Map<String, String> labels();

  /** Requests that are in flight now. */
  long inFlight();

  /** Attempts that ended well since the start. */
  long successes();

  /** Attempts that failed since the start. */
  long failures();

  /**
   * How long attempts took to the first byte lately, an exponential average; nanoseconds, 0 when
   * unknown.
   */
  long recentFirstByteNanos();
}
