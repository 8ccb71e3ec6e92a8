package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.spi.Denial;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.http.RouteRequest;
import dev.headgate.spi.http.RouteResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One call of a management route. */
final class Call {
  private static final String CHANGED_BY = "litellm-changed-by";

  private final RouteRequest request;
  private final RouteResponse response;
  private final Caller caller;

  Call(RouteRequest request, RouteResponse response) {
    this.request = request;
    this.response = response;
    this.caller =
        new Caller(request.principal().orElseThrow(), request.head().headers().text(CHANGED_BY));
  }

  Caller caller() {
    return caller;
  }

  /** The body, an object; an empty one when there is no body. */
  ObjectNode body() throws IOException {
    String text = request.body().utf8();
    if (text.isBlank()) {
      return Json.object();
    }
    try {
      return Json.readObject(text);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new DenialException(
          Denial.of(400, "invalid_request_error", "The body is not a JSON object.")
              .param("request_body"));
    }
  }

  /** A query parameter that is not empty. */
  Optional<String> query(String name) {
    return request.query(name).filter(value -> !value.isEmpty());
  }

  /** All values of a query parameter; values may hold several, separated by commas. */
  List<String> queryAll(String name) {
    return request.queryAll(name).stream()
        .flatMap(value -> List.of(value.split(",")).stream())
        .filter(value -> !value.isBlank())
        .map(String::strip)
        .toList();
  }

  boolean queryFlag(String name) {
    return query(name).filter("true"::equalsIgnoreCase).isPresent();
  }

  /** A query parameter that is a whole number. */
  int queryNumber(String name, int standard, int most) {
    Optional<String> text = query(name);
    if (text.isEmpty()) {
      return standard;
    }
    try {
      int number = Integer.parseInt(text.get());
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, as for a number that is out of bounds
    }
    throw Problems.field(name, "must be a whole number from 1 to " + most);
  }

  String pathVariable(String name) {
    return request.pathVariable(name);
  }

  void answer(JsonNode json) throws IOException {
    response.send("application/json", Json.write(json));
  }

  /** Answers with an object, and with what the client should know. */
  void answer(ObjectNode json, List<String> warnings) throws IOException {
    if (!warnings.isEmpty()) {
      ArrayNode list = json.putArray("warnings");
      warnings.forEach(list::add);
    }
    answer(json);
  }
}
