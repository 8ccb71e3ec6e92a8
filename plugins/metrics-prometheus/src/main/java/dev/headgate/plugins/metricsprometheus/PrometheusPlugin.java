package dev.headgate.plugins.metricsprometheus;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.http.Route.Access;
import dev.headgate.spi.http.RouteContributor;
import dev.headgate.spi.metrics.MeterReader;
import java.util.List;

/** Brings the route {@code /metrics}. */
public final class PrometheusPlugin implements Plugin {
  /** For the service loader. */
  public PrometheusPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    MeterReader meters = context.service(MeterReader.class).orElseThrow();
    boolean closed =
        context.section("litellm_settings").flag("require_auth_for_metrics_endpoint").orElse(false);
    return List.of(new Metrics(meters, closed ? Access.AUTHENTICATED : Access.OPEN));
  }

  /** The route. */
  private record Metrics(MeterReader meters, Access access) implements RouteContributor {
    @Override
    public String name() {
      return "prometheus";
    }

    @Override
    public List<Route> routes() {
      return List.of(
          Route.of(
              "GET",
              "/metrics",
              access,
              (request, response) -> {
                Format format = Format.askedFor(request.head().headers().text("accept").orElse(""));
                PrometheusText text = new PrometheusText(format);
                meters.read(text);
                response.send(format.contentType(), text.toString());
              }));
    }
  }
}
