package dev.headgate.plugins.authkeys.records;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON as this plugin reads and writes it: numbers keep their digits, names stand once. */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private Json() {}

  /**
   * Reads a text.
   *
   * @throws JacksonException if it is no JSON
   */
  public static JsonNode read(String text) {
    return MAPPER.readTree(text);
  }

  /**
   * Reads an object.
   *
   * @throws JacksonException if it is no JSON
   * @throws IllegalArgumentException if it is something else than an object
   */
  public static ObjectNode readObject(String text) {
    if (read(text) instanceof ObjectNode object) {
      return object;
    }
    throw new IllegalArgumentException("a JSON object was expected");
  }

  /** Writes a value. */
  public static String write(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  /** An empty object. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Whether a value says nothing: absent, null, false, an empty text, list or object. */
  public static boolean empty(JsonNode node) {
    return node.isMissingNode()
        || node.isNull()
        || (node.isBoolean() && !node.booleanValue())
        || (node.isString() && node.stringValue().isEmpty())
        || (node.isContainer() && node.isEmpty());
  }

  /** A text that is there and not empty. */
  public static Optional<String> text(JsonNode object, String name) {
    JsonNode value = object.path(name);
    return value.isString() && !value.stringValue().isEmpty()
        ? Optional.of(value.stringValue())
        : Optional.empty();
  }

  /** A number that is there. */
  public static Optional<BigDecimal> number(JsonNode object, String name) {
    JsonNode value = object.path(name);
    return value.isNumber() ? Optional.of(value.decimalValue()) : Optional.empty();
  }

  /** Whether a flag is there and true. */
  public static boolean flag(JsonNode object, String name) {
    JsonNode value = object.path(name);
    return value.isBoolean() && value.booleanValue();
  }

  /** The texts of a list; none when it is not there. */
  public static List<String> texts(JsonNode object, String name) {
    List<String> texts = new ArrayList<>();
    for (JsonNode item : object.path(name).values()) {
      if (item.isString()) {
        texts.add(item.stringValue());
      }
    }
    return texts;
  }

  /** The texts of an object; none when it is not there. */
  public static Map<String, String> textMap(JsonNode object, String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : object.path(name).properties()) {
      if (entry.getValue().isString()) {
        texts.put(entry.getKey(), entry.getValue().stringValue());
      }
    }
    return texts;
  }
}
