package dev.headgate.kernel.pipeline;

import dev.headgate.spi.Denial;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.http.Route.Access;
import dev.headgate.spi.http.RouteContributor;
import dev.headgate.spi.http.RouteRequest;
import dev.headgate.spi.http.RouteResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** The routes that the kernel serves itself: health and the list of models. */
final class OwnRoutes implements RouteContributor {
  private static final String JSON = "application/json";

  /** The constant that LiteLLM's list of models shows for every model. */
  private static final long CREATED = 1_677_610_602L;

  private final Supplier<GatewayState> state;
  private final BooleanSupplier ready;
  private final IntSupplier inFlight;

  OwnRoutes(Supplier<GatewayState> state, BooleanSupplier ready, IntSupplier inFlight) {
    this.state = state;
    this.ready = ready;
    this.inFlight = inFlight;
  }

  @Override
  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    for (String path : new String[] {"/health/liveliness", "/health/liveness"}) {
      routes.add(Route.of("GET", path, Access.OPEN, (q, a) -> a.send(JSON, "\"I'm alive!\"")));
    }
    routes.add(Route.of("GET", "/health/readiness", Access.OPEN, this::readiness));
    routes.add(
        Route.of("GET", "/health/readiness/details", Access.AUTHENTICATED, this::readinessDetails));
    routes.add(Route.of("GET", "/health/backlog", Access.AUTHENTICATED, this::backlog));
    for (String prefix : new String[] {"", "/v1"}) {
      routes.add(Route.of("GET", prefix + "/models", Access.AUTHENTICATED, this::models));
      routes.add(Route.of("GET", prefix + "/models/{id+}", Access.AUTHENTICATED, this::model));
    }
    return routes;
  }

  private void readiness(RouteRequest request, RouteResponse response) throws IOException {
    boolean up = ready.getAsBoolean();
    response
        .status(up ? 200 : 503)
        .send(
            JSON,
            up
                ? "{\"status\":\"healthy\",\"db\":\"Not connected\"}"
                : "{\"status\":\"draining\",\"db\":\"Not connected\"}");
  }

  private void readinessDetails(RouteRequest request, RouteResponse response) throws IOException {
    boolean up = ready.getAsBoolean();
    GatewayState now = state.get();
    long callable = now.models().deployments().stream().filter(d -> d.endpoint() != null).count();
    response
        .status(up ? 200 : 503)
        .send(
            JSON,
            "{\"status\":\""
                + (up ? "healthy" : "draining")
                + "\",\"db\":\"Not connected\",\"cache\":null,\"litellm_version\":"
                + ErrorBody.quote(now.settings().version())
                + ",\"success_callbacks\":[],\"deployments\":"
                + now.models().deployments().size()
                + ",\"callable_deployments\":"
                + callable
                + "}");
  }

  private void backlog(RouteRequest request, RouteResponse response) throws IOException {
    // This request itself is in flight, and nobody asks for that one.
    response.send(JSON, "{\"in_flight_requests\":" + Math.max(0, inFlight.getAsInt() - 1) + "}");
  }

  private void models(RouteRequest request, RouteResponse response) throws IOException {
    Principal principal = request.principal().orElseThrow();
    boolean wildcards = request.query("return_wildcard_routes").orElse("").equalsIgnoreCase("true");
    StringBuilder json = new StringBuilder("{\"data\":[");
    boolean first = true;
    for (String name : state.get().models().listed()) {
      if (!principal.mayUse(name) || (name.endsWith("*") && !wildcards)) {
        continue;
      }
      if (!first) {
        json.append(',');
      }
      first = false;
      appendModel(json, name);
    }
    response.send(JSON, json.append("],\"object\":\"list\"}").toString());
  }

  private void model(RouteRequest request, RouteResponse response) throws IOException {
    String id = request.pathVariable("id");
    Principal principal = request.principal().orElseThrow();
    if (state.get().models().find(id) == null || !principal.mayUse(id)) {
      throw new DenialException(
          Denial.of(404, "invalid_request_error", "The model " + id + " does not exist.")
              .param("model")
              .code("model_not_found"));
    }
    StringBuilder json = new StringBuilder();
    appendModel(json, id);
    response.send(JSON, json.toString());
  }

  private static void appendModel(StringBuilder json, String name) {
    json.append("{\"id\":")
        .append(ErrorBody.quote(name))
        .append(",\"object\":\"model\",\"created\":")
        .append(CREATED)
        .append(",\"owned_by\":\"openai\"}");
  }
}
