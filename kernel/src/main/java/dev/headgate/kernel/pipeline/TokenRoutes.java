package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.envelope.EnvelopeScanner;
import dev.headgate.kernel.envelope.MalformedBodyException;
import dev.headgate.kernel.envelope.ScannedEnvelope;
import dev.headgate.kernel.routing.KernelDeployment;
import dev.headgate.kernel.routing.ModelTable;
import dev.headgate.kernel.tokens.CountMode;
import dev.headgate.kernel.tokens.Prompt;
import dev.headgate.kernel.tokens.Serving;
import dev.headgate.spi.Denial;
import dev.headgate.spi.Operation;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.http.Route.Access;
import dev.headgate.spi.http.RouteContributor;
import dev.headgate.spi.http.RouteRequest;
import dev.headgate.spi.http.RouteResponse;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** The route on which clients of LiteLLM have prompts counted. */
final class TokenRoutes implements RouteContributor {
  private static final String INVALID = "invalid_request_error";
  private static final List<String> COUNTED = List.of("messages", "prompt", "contents", "input");

  private final Supplier<GatewayState> state;

  TokenRoutes(Supplier<GatewayState> state) {
    this.state = state;
  }

  @Override
  public List<Route> routes() {
    return List.of(Route.of("POST", "/utils/token_counter", Access.AUTHENTICATED, this::count));
  }

  private void count(RouteRequest request, RouteResponse response) throws IOException {
    GatewayState now = state.get();
    ScannedEnvelope envelope = envelope(now, request.body().toArray());
    String model = envelope.model();
    if (model == null) {
      throw refused("The request names no model: the field model is missing or not a string.");
    }
    if (COUNTED.stream().noneMatch(envelope::has)) {
      throw refused("The request has nothing to count: messages, prompt or contents is needed.");
    }
    Principal principal = request.principal().orElseThrow();
    String used = upstreamModel(now, principal, model);
    Serving serving = now.counters().servingModel(used);
    Prompt prompt = Prompt.of(envelope, Operation.ROUTE);
    long tokens =
        now.counting().count(prompt, serving, principal.keyId(), CountMode.ROUTE, Long.MAX_VALUE);
    boolean exact = !serving.estimates() && !prompt.isApproximate();
    response
        .header(CountHere.EXACTNESS, exact ? "exact" : "estimate")
        .send(
            "application/json",
            "{\"total_tokens\":"
                + tokens
                + ",\"request_model\":"
                + ErrorBody.quote(model)
                + ",\"model_used\":"
                + ErrorBody.quote(used)
                + ",\"tokenizer_type\":"
                + ErrorBody.quote(serving.estimates() ? "estimate" : "openai_tokenizer")
                + ",\"original_response\":null,\"error\":false,\"error_message\":null,"
                + "\"status_code\":null}");
  }

  private static ScannedEnvelope envelope(GatewayState now, byte[] body) {
    ScannedEnvelope envelope = new ScannedEnvelope();
    try {
      new EnvelopeScanner(now.settings().jsonDepth()).scan(body, 0, body.length, envelope);
      return envelope;
    } catch (MalformedBodyException e) {
      throw refused("Invalid JSON body: " + e.text() + ".");
    }
  }

  private static DenialException refused(String why) {
    return new DenialException(Denial.of(400, INVALID, why).param("request_body"));
  }

  /** The model behind a name of the gateway; a name that it does not know is taken as it is. */
  private static String upstreamModel(GatewayState now, Principal principal, String name) {
    String known = principal.resolveAlias(name);
    ModelTable.Match match = now.models().find(known);
    if (match == null) {
      return name;
    }
    if (!principal.mayUse(known)) {
      throw new DenialException(
          Denial.of(
                  403,
                  "key_model_access_denied",
                  "The model " + name + " is not available to this key, or its name is invalid.")
              .param("model"));
    }
    KernelDeployment first = match.group().deployments().getFirst();
    return first.upstreamModel(match.tail());
  }
}
