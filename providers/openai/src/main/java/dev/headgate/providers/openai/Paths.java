package dev.headgate.providers.openai;

import dev.headgate.spi.Denial;
import dev.headgate.spi.Operation;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.provider.BaseUrl;
import dev.headgate.spi.provider.ClientQuery;
import dev.headgate.spi.provider.DeploymentHeaders;
import dev.headgate.spi.provider.UpstreamRequest;
import dev.headgate.spi.provider.UpstreamRequest.Template;
import java.util.EnumMap;
import java.util.Map;

/** Where at the upstream each operation goes, encoded once. */
final class Paths {
  private static final String JSON = "application/json";
  private static final String RESPONSES = "/responses";

  private final BaseUrl base;
  private final Map<Operation, Template> templates = new EnumMap<>(Operation.class);
  private final Map<String, Template> lifecycle;

  Paths(BaseUrl base, DeploymentHeaders lines) {
    this.base = base;
    templates.put(Operation.CHAT, post(lines, "/chat/completions"));
    templates.put(Operation.COMPLETION, post(lines, "/completions"));
    templates.put(Operation.EMBEDDING, post(lines, "/embeddings"));
    templates.put(Operation.RESPONSE, post(lines, RESPONSES));
    this.lifecycle =
        Map.of(
            "POST", post(lines, RESPONSES),
            "GET", bodiless(lines, "GET"),
            "DELETE", bodiless(lines, "DELETE"));
  }

  private Template post(DeploymentHeaders lines, String path) {
    return lines
        .addTo(UpstreamRequest.template("POST", base.target(path)))
        .header("content-type", JSON)
        .build();
  }

  private Template bodiless(DeploymentHeaders lines, String method) {
    return lines.addTo(UpstreamRequest.template(method, base.target(RESPONSES))).build();
  }

  /** The request line and headers of a call to a model. */
  Template template(Operation operation) {
    Template template = templates.get(operation);
    if (template == null) {
      throw new IllegalArgumentException("not served: " + operation);
    }
    return template;
  }

  /** Method and headers of a request about a response made before. */
  Template lifecycle(String method) {
    Template template = lifecycle.get(method);
    if (template == null) {
      throw new DenialException(
          Denial.of(405, "invalid_request_error", "Responses take GET, POST and DELETE."));
    }
    return template;
  }

  /** Where such a request goes. */
  String lifecycleTarget(String clientPath, String clientQuery) {
    return base.target(
        RESPONSES + ResponseTail.of(clientPath), ClientQuery.forUpstream(clientQuery));
  }
}
