package dev.headgate.kernel.routing;

import dev.headgate.spi.provider.Timeouts;
import dev.headgate.spi.routing.DeploymentSpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the kernel itself reads of a deployment's parameters.
 *
 * @param weight share of traffic in the group
 * @param order rank in the group
 * @param tags what requests can ask for
 * @param labels facts for filters
 * @param timeouts of plain calls
 * @param streamTimeouts of streams
 */
record DeploymentFacts(
    double weight,
    int order,
    Set<String> tags,
    Map<String, String> labels,
    Timeouts timeouts,
    Timeouts streamTimeouts) {

  static DeploymentFacts of(DeploymentSpec spec, Timeouts defaults, Timeouts streamDefaults) {
    var params = spec.params();
    Map<String, String> labels = new LinkedHashMap<>();
    params.text("region_name").ifPresent(region -> labels.put("region", region));
    Duration timeout = params.duration("timeout").orElse(null);
    Duration streamTimeout = params.duration("stream_timeout").orElse(null);
    return new DeploymentFacts(
        weight(spec),
        (int) params.integer("order").orElse(0),
        Set.copyOf(params.texts("tags")),
        Map.copyOf(labels),
        timeout == null ? defaults : new Timeouts(defaults.connect(), timeout, timeout, timeout),
        new Timeouts(
            streamDefaults.connect(),
            streamTimeout != null
                ? streamTimeout
                : timeout != null ? timeout : streamDefaults.firstByte(),
            streamDefaults.idle(),
            streamDefaults.total()));
  }

  /** The first of weight, rpm, tpm that is given; else 1. */
  private static double weight(DeploymentSpec spec) {
    for (String key : new String[] {"weight", "rpm", "tpm"}) {
      var value = spec.params().number(key);
      if (value.isPresent()) {
        if (value.getAsDouble() < 0) {
          throw spec.params().refuse(key, "a number that is not negative");
        }
        return value.getAsDouble();
      }
    }
    return 1;
  }
}
