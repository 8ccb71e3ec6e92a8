package dev.headgate.bench.upstream.fake;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;

/** {@code /embeddings}: the same vector for every input. */
final class Embeddings {

  private Embeddings() {}

  /**
   * @param model the model as it stands in the request, JSON escapes not resolved
   * @param inputs how many vectors are wanted
   * @param size how many numbers a vector has
   */
  static String list(String model, int inputs, int size, boolean base64) {
    String vector = base64 ? base64(size) : numbers(size);
    StringBuilder json = new StringBuilder("{\"object\":\"list\",\"data\":[");
    for (int i = 0; i < inputs; i++) {
      json.append(i == 0 ? "" : ",")
          .append("{\"object\":\"embedding\",\"index\":")
          .append(i)
          .append(",\"embedding\":")
          .append(vector)
          .append('}');
    }
    return json.append("],\"model\":\"")
        .append(model)
        .append("\",\"usage\":{\"prompt_tokens\":5,\"total_tokens\":5}}")
        .toString();
  }

  /**
   * Multiples of 1/256 between −0.5 and 0.5, which a float and a short decimal both hold exactly.
   */
  static float number(int index) {
    return (index * 37 % 256 - 128) / 256f;
  }

  private static String numbers(int size) {
    StringBuilder json = new StringBuilder("[");
    for (int i = 0; i < size; i++) {
      json.append(i == 0 ? "" : ",").append(number(i));
    }
    return json.append(']').toString();
  }

  private static String base64(int size) {
    ByteBuffer floats = ByteBuffer.allocate(size * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < size; i++) {
      floats.putFloat(number(i));
    }
    return '"' + Base64.getEncoder().encodeToString(floats.array()) + '"';
  }
}
