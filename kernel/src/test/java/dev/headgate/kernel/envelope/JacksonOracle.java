package dev.headgate.kernel.envelope;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads a body by Jackson, strictly, from text that a strict decoder made of the bytes. */
final class JacksonOracle {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(100_000)
                  .maxNumberLength(1_000_000)
                  .build())
          .build();

  /**
   * The answer where Jackson refuses what the grammar of JSON allows: half a surrogate pair,
   * escaped, in a name. In a value it allows it, as the scanner does in both.
   */
  static final List<Map.Entry<String, Object>> NOT_JUDGED = List.of(Map.entry("not judged", true));

  private JacksonOracle() {}

  /** The top-level fields in order, names decoded, strings decoded; null when refused. */
  static List<Map.Entry<String, Object>> fields(byte[] body) {
    String text;
    try {
      text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(body))
              .toString();
    } catch (CharacterCodingException malformed) {
      return null;
    }
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      List<Map.Entry<String, Object>> fields = new ArrayList<>();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken token = parser.nextToken();
        Object value = token == JsonToken.VALUE_STRING ? parser.getString() : token;
        skip(parser);
        fields.add(Map.entry(name, value));
      }
      return parser.nextToken() == null ? fields : null;
    } catch (JacksonException refused) {
      return refused.getMessage().contains("surrogate") ? NOT_JUDGED : null;
    }
  }

  /** Passes over a value token by token, since skipping by the parser checks less. */
  private static void skip(JsonParser parser) {
    int depth = 0;
    JsonToken token = parser.currentToken();
    while (true) {
      if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token == JsonToken.VALUE_STRING) {
        parser.getString();
      } else if (token == JsonToken.PROPERTY_NAME) {
        parser.currentName();
      }
      if (depth == 0) {
        return;
      }
      token = parser.nextToken();
    }
  }
}
