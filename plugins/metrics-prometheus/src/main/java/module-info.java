import org.jspecify.annotations.NullMarked;

/** Shows every meter in Prometheus' text format. */
@NullMarked
module dev.headgate.plugins.metricsprometheus {
  requires dev.headgate.spi;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.plugins.metricsprometheus.PrometheusPlugin;
}
