package dev.headgate.providers.anthropic;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.provider.FailureClass;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The classes of error answers: by the type that the body names, else by the status. */
final class AnthropicFailures {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int OVERLOADED = 529;

  // A prompt that is too long has no type of its own.
  private static final List<String> LENGTH_WORDS =
      List.of(
          "prompt is too long",
          "exceed context limit",
          "maximum context length",
          "context window exceeds");
  private static final List<String> POLICY_WORDS =
      List.of("content filtering policy", "usage policy", "usage policies");

  private AnthropicFailures() {}

  static FailureClass classify(int status, Bytes body) {
    if (status == OVERLOADED) {
      return FailureClass.UNAVAILABLE;
    }
    if (status != 400 && status != 413) {
      return FailureClass.ofStatus(status);
    }
    String message = message(body).toLowerCase(Locale.ROOT);
    if (LENGTH_WORDS.stream().anyMatch(message::contains)) {
      return FailureClass.CONTEXT_WINDOW;
    }
    if (POLICY_WORDS.stream().anyMatch(message::contains)) {
      return FailureClass.CONTENT_POLICY;
    }
    return FailureClass.ofStatus(status);
  }

  /**
   * The text of {@code error.message}; empty when there is none, so that nothing that the body
   * repeats of the prompt can be taken for it.
   */
  private static String message(Bytes body) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body.toArray())) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return "";
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean wanted = parser.currentName().equals("error");
        if (parser.nextToken() == JsonToken.START_OBJECT && wanted) {
          return messageOf(parser);
        }
        parser.skipChildren();
      }
      return "";
    } catch (JacksonException e) {
      // Not this service's error: a proxy between, which knows nothing of prompts.
      return "";
    }
  }

  private static String messageOf(JsonParser error) {
    while (error.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean wanted = error.currentName().equals("message");
      if (error.nextToken() == JsonToken.VALUE_STRING && wanted) {
        return error.getString();
      }
      error.skipChildren();
    }
    return "";
  }
}
