import org.jspecify.annotations.NullMarked;

/** Serves the gateway's meters in the Prometheus text format. */
@NullMarked
module dev.headgate.plugins.metricsprometheus {
  requires dev.headgate.spi;
  requires static org.jspecify;
}
