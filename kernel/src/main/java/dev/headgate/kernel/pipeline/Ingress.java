package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.http.ParsedHead;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Operation;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stage 1: tells from method and path what a request asks for, and in which dialect. */
final class Ingress {

  /** What a path stands for when it is asked with its method. */
  private record Target(String method, Operation operation, Dialect dialect) {}

  private final Map<String, Target> paths = new HashMap<>();

  Ingress() {
    for (String prefix : new String[] {"", "/v1", "/openai/v1"}) {
      post(prefix + "/chat/completions", Operation.CHAT, Dialect.OPENAI);
      post(prefix + "/completions", Operation.COMPLETION, Dialect.OPENAI);
      post(prefix + "/embeddings", Operation.EMBEDDING, Dialect.OPENAI);
      post(prefix + "/responses", Operation.RESPONSE, Dialect.RESPONSES);
      post(prefix + "/responses/compact", Operation.RESPONSE_LIFECYCLE, Dialect.RESPONSES);
    }
    for (String prefix : new String[] {"/v1", "/anthropic/v1"}) {
      post(prefix + "/messages", Operation.MESSAGE, Dialect.ANTHROPIC);
      post(prefix + "/messages/count_tokens", Operation.COUNT_TOKENS, Dialect.ANTHROPIC);
    }
    for (String path : new String[] {"/realtime", "/v1/realtime", "/openai/realtime"}) {
      paths.put(path, new Target("GET", Operation.REALTIME, Dialect.OPENAI));
    }
  }

  private void post(String path, Operation operation, Dialect dialect) {
    paths.put(path, new Target("POST", operation, dialect));
  }

  /**
   * Classifies a request.
   *
   * @return the method that the path wants when it is another one; null when all is well
   */
  @Nullable String classify(Exchange exchange) {
    ParsedHead head = exchange.head();
    String path = head.path();
    Target target = paths.get(path);
    if (target == null && path.length() > 1 && path.charAt(path.length() - 1) == '/') {
      target = paths.get(path.substring(0, path.length() - 1));
    }
    if (target == null) {
      target = withModelInPath(exchange, path);
    }
    if (target == null) {
      target = lifecycle(head.method(), path);
    }
    if (target == null) {
      head.classify(Operation.ROUTE, Dialect.GATEWAY);
      return null;
    }
    head.classify(target.operation(), target.dialect());
    return head.method().equals(target.method()) ? null : target.method();
  }

  /**
   * {@code /openai/deployments/{model}/…} and {@code /engines/{model}/…}; models may hold slashes.
   */
  private @Nullable Target withModelInPath(Exchange exchange, String path) {
    int start;
    if (path.startsWith("/openai/deployments/")) {
      start = "/openai/deployments/".length();
    } else if (path.startsWith("/engines/")) {
      start = "/engines/".length();
    } else {
      return null;
    }
    for (String operation : new String[] {"/chat/completions", "/completions", "/embeddings"}) {
      if (path.endsWith(operation) && path.length() > start + operation.length()) {
        exchange.pathModel =
            PercentCode.decode(path.substring(start, path.length() - operation.length()));
        return paths.get(operation);
      }
    }
    return null;
  }

  private static @Nullable Target lifecycle(String method, String path) {
    int start = path.indexOf("/responses/");
    if (start < 0) {
      return null;
    }
    String prefix = path.substring(0, start);
    if (!prefix.isEmpty() && !prefix.equals("/v1") && !prefix.equals("/openai/v1")) {
      return null;
    }
    String[] parts = path.substring(start + "/responses/".length()).split("/", -1);
    if (parts[0].isEmpty() || parts.length > 2) {
      return null;
    }
    String wanted;
    if (parts.length == 1) {
      wanted = method.equals("DELETE") ? "DELETE" : "GET";
    } else if (parts[1].equals("cancel")) {
      wanted = "POST";
    } else if (parts[1].equals("input_items")) {
      wanted = "GET";
    } else {
      return null;
    }
    return new Target(wanted, Operation.RESPONSE_LIFECYCLE, Dialect.RESPONSES);
  }
}
