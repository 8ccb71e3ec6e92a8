package dev.headgate.providers.openai;

import dev.headgate.spi.Bytes;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What an error body says: {@code error.code}, {@code error.type}, {@code error.message}; or the
 * same at the top level, as some services write it. A body that is no JSON is its own message.
 */
record ErrorBody(String code, String type, String message) {
  private static final JsonFactory JSON = new JsonFactory();

  static ErrorBody of(Bytes body) {
    byte[] bytes = body.toArray();
    Reading reading = new Reading();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), bytes)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        reading.object(parser);
        return new ErrorBody(reading.code, reading.type, reading.message);
      }
    } catch (JacksonException e) {
      // A body cut at the limit or no JSON at all; the words in it still count.
      return new ErrorBody(reading.code, reading.type, body.utf8());
    }
    return new ErrorBody("", "", body.utf8());
  }

  private static final class Reading {
    private String code = "";
    private String type = "";
    private String message = "";

    void object(JsonParser parser) {
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value == JsonToken.START_OBJECT && name.equals("error")) {
          object(parser);
        } else if (value == JsonToken.VALUE_STRING) {
          string(name, parser.getString());
        } else {
          parser.skipChildren();
        }
      }
    }

    private void string(String name, String value) {
      switch (name) {
        case "code" -> code = value;
        case "type" -> type = value;
        case "message", "error", "detail" -> message = value;
        default -> {
          // Nothing else tells the class.
        }
      }
    }
  }
}
