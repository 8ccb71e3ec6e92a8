import org.jspecify.annotations.NullMarked;

/** Serves the gateway's meters in the Prometheus text format. */
@NullMarked
module dev.headgate.plugins.metricsprometheus {
  requires static org.jspecify;
}
