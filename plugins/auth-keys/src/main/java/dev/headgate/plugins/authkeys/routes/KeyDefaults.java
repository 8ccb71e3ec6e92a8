package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.entity.Periods;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.spi.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the configuration says of new keys: {@code default_key_generate_params} fill what a request
 * leaves open, {@code upperbound_key_generate_params} are the most that it may ask for.
 *
 * @param standard values for what is left open
 * @param most upper bounds; also the values for what is left open
 * @param randomBytes how many random bytes a key holds
 */
public record KeyDefaults(ObjectNode standard, ObjectNode most, int randomBytes) {
  private static final int USUAL_BYTES = 16;

  /** Reads {@code litellm_settings}. */
  public static KeyDefaults of(Settings settings, Optional<String> length) {
    return new KeyDefaults(
        read(settings, "default_key_generate_params"),
        read(settings, "upperbound_key_generate_params"),
        length.map(String::strip).map(KeyDefaults::bytes).orElse(USUAL_BYTES));
  }

  private static ObjectNode read(Settings settings, String key) {
    return settings.json(key).map(Json::readObject).orElseGet(Json::object);
  }

  private static int bytes(String text) {
    if (text.matches("\\d{1,4}") && Integer.parseInt(text) >= USUAL_BYTES) {
      return Integer.parseInt(text);
    }
    throw new dev.headgate.spi.SettingException(
        "LENGTH_OF_LITELLM_GENERATED_KEY is "
            + text
            + ", but a whole number from "
            + USUAL_BYTES
            + " on is allowed");
  }

  /** Fills in what is left open, and refuses what is too much. */
  void apply(ObjectNode body) {
    fill(body, standard);
    for (Map.Entry<String, JsonNode> bound : most.properties()) {
      JsonNode asked = body.path(bound.getKey());
      if (!Json.empty(asked) && exceeds(asked, bound.getValue())) {
        throw Problems.bad(
            bound.getKey(),
            "The field "
                + bound.getKey()
                + " is more than the configuration allows: "
                + Json.write(bound.getValue())
                + " (litellm_settings.upperbound_key_generate_params).");
      }
    }
    fill(body, most);
  }

  private static void fill(ObjectNode body, ObjectNode from) {
    for (Map.Entry<String, JsonNode> entry : from.properties()) {
      JsonNode there = body.path(entry.getKey());
      if (there.isMissingNode() || there.isNull()) {
        body.set(entry.getKey(), entry.getValue());
      }
    }
  }

  private static boolean exceeds(JsonNode asked, JsonNode bound) {
    if (asked.isNumber() && bound.isNumber()) {
      return asked.decimalValue().compareTo(bound.decimalValue()) > 0;
    }
    Optional<Duration> wanted = period(asked);
    Optional<Duration> allowed = period(bound);
    return wanted.isPresent() && allowed.isPresent() && wanted.get().compareTo(allowed.get()) > 0;
  }

  private static Optional<Duration> period(JsonNode node) {
    return node.isString() ? Periods.parse(node.stringValue()) : Optional.empty();
  }
}
