package dev.headgate.plugins.spend;

import dev.headgate.spi.Denial;
import dev.headgate.spi.http.DenialException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * What somebody asks the price of: a model and the usage of an answer.
 *
 * @param model the model
 * @param inputTokens tokens of the prompt
 * @param outputTokens tokens of the answer
 */
record Calculation(String model, long inputTokens, long outputTokens) {

  /**
   * Reads {@code {model, completion_response: {model, usage: {…}}}}, wherever the numbers stand.
   */
  static Calculation of(byte[] body) {
    String model = "";
    long input = 0;
    long output = 0;
    try (JsonParser parser = LogRow.JSON.createParser(ObjectReadContext.empty(), body)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        String name = parser.currentName();
        if (token == JsonToken.VALUE_STRING && "model".equals(name) && model.isEmpty()) {
          model = parser.getString();
        } else if (token == JsonToken.VALUE_NUMBER_INT && "prompt_tokens".equals(name)) {
          input = parser.getLongValue();
        } else if (token == JsonToken.VALUE_NUMBER_INT && "completion_tokens".equals(name)) {
          output = parser.getLongValue();
        }
      }
    } catch (JacksonException e) {
      throw new DenialException(
          Denial.of(400, "invalid_request_error", "Invalid JSON body: " + e.getOriginalMessage())
              .param("request_body"));
    }
    if (model.isEmpty()) {
      throw new DenialException(
          Denial.of(400, "invalid_request_error", "The field model is missing.").param("model"));
    }
    return new Calculation(model, input, output);
  }
}
