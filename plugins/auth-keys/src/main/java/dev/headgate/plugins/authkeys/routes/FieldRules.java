package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.records.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of one sort of record. A field that works is checked. One that has no effect here is
 * kept and shown, and named in a warning. One that would set a bound that nobody keeps is refused,
 * unless it is empty: to accept it in silence would let more through than its owner thinks.
 */
final class FieldRules {
  private enum Effect {
    WORKS,
    KEPT,
    REFUSED,
    ELSEWHERE
  }

  private record Rule(Effect effect, FieldType type) {}

  private final Map<String, Rule> rules = new LinkedHashMap<>();

  /** With fields that work. */
  FieldRules works(FieldType type, String... names) {
    return with(new Rule(Effect.WORKS, type), names);
  }

  /** With fields that are kept and shown, and have no effect. */
  FieldRules kept(String... names) {
    return with(new Rule(Effect.KEPT, FieldType.ANY), names);
  }

  /** With fields that must be empty. */
  FieldRules refused(String... names) {
    return with(new Rule(Effect.REFUSED, FieldType.ANY), names);
  }

  /** With fields that say what to do, and are not part of the record. */
  FieldRules elsewhere(FieldType type, String... names) {
    return with(new Rule(Effect.ELSEWHERE, type), names);
  }

  private FieldRules with(Rule rule, String... names) {
    for (String name : names) {
      rules.put(name, rule);
    }
    return this;
  }

  /** A copy to which more is added. */
  FieldRules copy() {
    FieldRules copy = new FieldRules();
    copy.rules.putAll(rules);
    return copy;
  }

  /**
   * Checks a request.
   *
   * @return what the client should know
   * @throws dev.headgate.spi.http.DenialException if a field is wrong or not to be had
   */
  List<String> check(ObjectNode body) {
    List<String> warnings = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : body.properties()) {
      String name = entry.getKey();
      JsonNode value = entry.getValue();
      Rule rule = rules.get(name);
      if (rule == null) {
        warnings.add("the field " + name + " is not known and was left out");
      } else if (!value.isNull()) {
        check(name, value, rule, warnings);
      }
    }
    return warnings;
  }

  private static void check(String name, JsonNode value, Rule rule, List<String> warnings) {
    switch (rule.effect) {
      case KEPT -> {
        if (!Json.empty(value)) {
          warnings.add("the field " + name + " is kept, and has no effect in this gateway");
        }
      }
      case REFUSED -> {
        if (!Json.empty(value)) {
          throw Problems.bad(
              name,
              "The field "
                  + name
                  + " is not supported by this gateway. It sets a bound, and to leave it out in"
                  + " silence would let more through than was meant; send the request without it.");
        }
      }
      case WORKS, ELSEWHERE -> {
        boolean nothing = value.isString() && value.stringValue().isEmpty();
        if (!nothing && !rule.type.fits(value)) {
          throw Problems.field(name, rule.type.demand());
        }
      }
    }
  }

  /** Copies into a record what belongs to it; an empty text counts as null. */
  void copyInto(ObjectNode record, ObjectNode body) {
    for (Map.Entry<String, JsonNode> entry : body.properties()) {
      Rule rule = rules.get(entry.getKey());
      if (rule != null && rule.effect != Effect.ELSEWHERE) {
        JsonNode value = entry.getValue();
        boolean nothing = value.isString() && value.stringValue().isEmpty();
        if (nothing) {
          record.putNull(entry.getKey());
        } else {
          record.set(entry.getKey(), value);
        }
      }
    }
  }
}
