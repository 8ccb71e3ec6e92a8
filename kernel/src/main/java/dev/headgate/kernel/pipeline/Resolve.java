package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.envelope.ScannedEnvelope;
import dev.headgate.kernel.routing.CandidateList;
import dev.headgate.kernel.routing.KernelDeployment;
import dev.headgate.kernel.routing.ModelGroup;
import dev.headgate.kernel.routing.ModelTable;
import dev.headgate.spi.Denial;
import dev.headgate.spi.Operation;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.provider.Endpoint;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stage 5: from the name in the request to the deployments that can serve it. */
final class Resolve {
  private static final String INVALID = "invalid_request_error";

  void run(Exchange exchange) {
    String name = requestedName(exchange);
    if (name == null) {
      if (exchange.head().operation() == Operation.RESPONSE_LIFECYCLE) {
        withoutModel(exchange);
        return;
      }
      throw new DenialException(
          Denial.of(
                  400,
                  INVALID,
                  "The request names no model: the field model is missing or not a string.")
              .param("model"));
    }
    exchange.model = name;
    String known = exchange.principal().resolveAlias(name);
    ModelTable.Match match = exchange.state.models().find(known);
    if (!exchange.principal().mayUse(known)) {
      throw new DenialException(
          Denial.of(
                  403,
                  exchange.principal().modelDenialType(known),
                  "The model " + name + " is not available to this key, or its name is invalid.")
              .param("model"));
    }
    if (match == null) {
      throw new DenialException(
          Denial.of(
                  400,
                  INVALID,
                  "Invalid model name passed in model="
                      + name
                      + ". Call `/v1/models` to view available models for your key.")
              .param("model"));
    }
    exchange.group = match.group();
    exchange.tail = match.tail();
    exchange.candidates = serving(exchange, match.group());
  }

  private static @Nullable String requestedName(Exchange exchange) {
    if (exchange.pathModel != null) {
      return exchange.pathModel;
    }
    ScannedEnvelope envelope = exchange.envelope;
    if (envelope == null || envelope.model() == null) {
      return QueryText.first(exchange.head().query(), "model").orElse(null);
    }
    return envelope.model();
  }

  private static CandidateList serving(Exchange exchange, ModelGroup group) {
    boolean substituted = substituted(exchange);
    CandidateList serving = new CandidateList(group.deployments().size());
    String missing = "";
    boolean others = false;
    for (KernelDeployment deployment : group.deployments()) {
      Endpoint endpoint = substituted ? deployment.substituteEndpoint() : deployment.endpoint();
      if (endpoint == null) {
        endpoint = deployment.endpoint();
      }
      if (endpoint == null) {
        missing = deployment.missing();
      } else if (endpoint.serves(exchange.operation(), exchange.dialect())) {
        serving.add(deployment);
      } else {
        others = true;
      }
    }
    if (serving.size() > 0) {
      return serving;
    }
    if (exchange.operation() == Operation.COUNT_TOKENS && others) {
      exchange.countsHere = true;
      group.deployments().forEach(serving::add);
      return serving;
    }
    String message =
        !others
            ? "This request cannot be served: " + missing + "."
            : "The model "
                + exchange.model
                + " is served by the provider "
                + providers(group)
                + ", which does not serve "
                + exchange.head().path()
                + " in this dialect.";
    throw new DenialException(Denial.of(400, INVALID, message).param("model"));
  }

  private static String providers(ModelGroup group) {
    Set<String> providers = new LinkedHashSet<>();
    for (KernelDeployment deployment : group.deployments()) {
      if (deployment.endpoint() != null) {
        providers.add(deployment.spec().provider());
      }
    }
    return String.join(", ", providers);
  }

  /** Whether the request itself asks for a provider that takes over. */
  static boolean substituted(Exchange exchange) {
    ScannedEnvelope envelope = exchange.envelope;
    if (envelope != null) {
      for (String field : exchange.state.takeoverFields()) {
        if (envelope.has(field)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * A request about a response made before names no model. It goes to the deployment that made it
   * where that is known, else to the only group that could have.
   */
  private static void withoutModel(Exchange exchange) {
    String path = exchange.head().path();
    int start = path.indexOf("/responses/") + "/responses/".length();
    int end = path.indexOf('/', start);
    String id = end < 0 ? path.substring(start) : path.substring(start, end);
    ResponseOwners.Owner owner = exchange.state.owners().of(id);
    if (owner != null && !owner.maySee(exchange.principal())) {
      throw new DenialException(
          Denial.of(403, "permission_error", "The response " + id + " belongs to another key."));
    }
    List<KernelDeployment> able = new ArrayList<>();
    Set<String> groups = new LinkedHashSet<>();
    for (KernelDeployment deployment : exchange.state.models().deployments()) {
      Endpoint endpoint = deployment.endpoint();
      if (endpoint != null
          && endpoint.serves(exchange.operation(), exchange.dialect())
          && exchange.principal().mayUse(deployment.group())) {
        if (owner != null && owner.deploymentId().equals(deployment.id())) {
          able = List.of(deployment);
          groups = Set.of(deployment.group());
          break;
        }
        able.add(deployment);
        groups.add(endpoint.address());
      }
    }
    if (groups.size() != 1) {
      throw new DenialException(
          Denial.of(
                  400,
                  INVALID,
                  able.isEmpty()
                      ? "No deployment serves " + path + "."
                      : "This gateway does not know which deployment made the response "
                          + id
                          + "; name its model with the query parameter model.")
              .param("model"));
    }
    KernelDeployment first = able.get(0);
    exchange.group = new ModelGroup(first.group(), able);
    exchange.tail = first.group();
    exchange.candidates = new CandidateList(able);
  }
}
