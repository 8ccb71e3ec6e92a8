package dev.headgate.plugins.authkeys.entity;

import dev.headgate.spi.Operation;
import java.util.List;

/** Which routes a key may call: all, or those of a list of paths and names for many. */
final class AllowedRoutes {
  private static final List<String> INFO =
      List.of(
          "/key/info", "/team/info", "/user/info", "/model/info", "/v1/model/info", "/key/list");

  private final List<String> allowed;

  AllowedRoutes(List<String> allowed) {
    this.allowed = List.copyOf(allowed);
  }

  boolean allows(Operation operation, String path) {
    if (allowed.isEmpty()) {
      return true;
    }
    for (String entry : allowed) {
      if (matches(entry, operation, path)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(String entry, Operation operation, String path) {
    return switch (entry) {
      case "*" -> true;
      case "llm_api_routes" -> operation.callsModel() || operation == Operation.MODELS;
      case "openai_routes" ->
          (operation.callsModel()
                  && operation != Operation.MESSAGE
                  && operation != Operation.COUNT_TOKENS)
              || operation == Operation.MODELS;
      case "anthropic_routes" ->
          operation == Operation.MESSAGE || operation == Operation.COUNT_TOKENS;
      case "management_routes" -> operation == Operation.ROUTE;
      case "info_routes" -> operation == Operation.MODELS || INFO.contains(path);
      default ->
          entry.endsWith("*")
              ? path.startsWith(entry.substring(0, entry.length() - 1))
              : entry.equals(path);
    };
  }
}
