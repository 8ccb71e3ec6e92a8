package dev.headgate.plugins.metricsprometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.metrics.MeterVisitor;
import dev.headgate.testkit.TestGateway;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrometheusTest {

  @Test
  void writesValuesWithEscapedLabels() {
    PrometheusText text = new PrometheusText(Format.PLAIN);
    text.family("x_total", "Counts\nthings.", MeterVisitor.Type.COUNTER, List.of("a", "b"));
    text.value(List.of("q\"uote", "back\\slash"), 3);
    assertThat(text.toString().lines())
        .containsExactly(
            "# HELP x_total Counts\\nthings.",
            "# TYPE x_total counter",
            "x_total{a=\"q\\\"uote\",b=\"back\\\\slash\"} 3");
  }

  @Test
  void writesHistogramsWithRisingCounts() {
    PrometheusText text = new PrometheusText(Format.PLAIN);
    text.family("h_seconds", "Time.", MeterVisitor.Type.HISTOGRAM, List.of());
    text.histogram(List.of(), new double[] {0.005, 1}, new long[] {2, 3, 1}, 4.25);
    assertThat(text.toString().lines())
        .containsExactly(
            "# HELP h_seconds Time.",
            "# TYPE h_seconds histogram",
            "h_seconds_bucket{le=\"0.005\"} 2",
            "h_seconds_bucket{le=\"1\"} 5",
            "h_seconds_bucket{le=\"+Inf\"} 6",
            "h_seconds_sum 4.25",
            "h_seconds_count 6");
  }

  @Test
  void writesOpenMetrics() {
    PrometheusText text = new PrometheusText(Format.OPEN_METRICS);
    text.family("x_total", "Counts \"things\".", MeterVisitor.Type.COUNTER, List.of());
    text.value(List.of(), 1.5);
    text.family("y", "A level.", MeterVisitor.Type.GAUGE, List.of());
    text.value(List.of(), Double.NaN);
    assertThat(text.toString().lines())
        .containsExactly(
            "# HELP x Counts \\\"things\\\".",
            "# TYPE x counter",
            "x_total 1.5",
            "# HELP y A level.",
            "# TYPE y gauge",
            "y NaN",
            "# EOF");
  }

  @Test
  void answersInTheFormatThatTheScraperAsksFor() {
    try (TestGateway gateway =
        TestGateway.around(PrometheusPlugin.class, PrometheusPlugin::new).start()) {
      var open =
          gateway.send(
              gateway
                  .request("/metrics")
                  .header(
                      "Accept",
                      "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.3")
                  .GET());
      assertThat(open.headers().firstValue("content-type").orElse(""))
          .startsWith("application/openmetrics-text; version=1.0.0");
      assertThat(open.body()).endsWith("# EOF\n");
      assertThat(gateway.get("/metrics").headers().firstValue("content-type").orElse(""))
          .startsWith("text/plain; version=0.0.4");
    }
  }

  @Test
  void showsTheKernelsMetersWithoutAKeyUnlessOneIsAskedFor() {
    try (TestGateway gateway =
        TestGateway.around(PrometheusPlugin.class, PrometheusPlugin::new).start()) {
      gateway.chat("hello");
      String metrics = withoutKey(gateway).body();
      assertThat(metrics)
          .contains("headgate_requests_total{operation=\"chat\",status=\"200\"} 1\n")
          .contains("headgate_plugin_calls_total{")
          .contains("headgate_requests_in_flight");
    }
    try (TestGateway gateway =
        TestGateway.around(PrometheusPlugin.class, PrometheusPlugin::new)
            .config("litellm_settings: {require_auth_for_metrics_endpoint: true}")
            .start()) {
      assertThat(withoutKey(gateway).statusCode()).isEqualTo(401);
      assertThat(gateway.get("/metrics").statusCode()).isEqualTo(200);
    }
  }

  private static java.net.http.HttpResponse<String> withoutKey(TestGateway gateway) {
    return gateway.send(HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/metrics")).GET());
  }
}
