package dev.headgate.providers.mock;

import dev.headgate.spi.request.Envelope;
import dev.headgate.spi.request.Span;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Answers as embeddings: unit vectors that depend on the input alone. */
final class EmbeddingReplies {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int USUAL_DIMENSIONS = 16;
  private static final int MOST_DIMENSIONS = 4096;

  /** What OpenAI allows in one request. */
  private static final int MOST_INPUTS = 2048;

  private EmbeddingReplies() {}

  /**
   * The answer.
   *
   * @throws IllegalArgumentException with a sentence for the client if the request is wrong
   */
  static String whole(Reply reply, Envelope envelope) {
    List<Long> inputs = inputs(envelope);
    int dimensions = dimensions(envelope);
    boolean base64 = "base64".equals(envelope.text("encoding_format"));
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < inputs.size(); i++) {
      float[] vector = vector(inputs.get(i), dimensions);
      data.append(i == 0 ? "" : ",")
          .append("{\"object\":\"embedding\",\"index\":")
          .append(i)
          .append(",\"embedding\":")
          .append(base64 ? base64(vector) : list(vector))
          .append('}');
    }
    return ("{\"object\":\"list\",\"data\":[%s],\"model\":%s,"
            + "\"usage\":{\"prompt_tokens\":%d,\"total_tokens\":%d}}")
        .formatted(data, reply.quotedModel(), reply.tokens().input(), reply.tokens().input());
  }

  private static int dimensions(Envelope envelope) {
    byte[] value = valueOf(envelope, "dimensions");
    if (value.length == 0 || value[0] == 'n') {
      return USUAL_DIMENSIONS;
    }
    try {
      int dimensions = Integer.parseInt(new String(value, StandardCharsets.US_ASCII));
      if (dimensions > 0 && dimensions <= MOST_DIMENSIONS) {
        return dimensions;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("dimensions must be a whole number", e);
    }
    throw new IllegalArgumentException("dimensions must be from 1 to " + MOST_DIMENSIONS);
  }

  /** One seed for each input: a string, or a list of token numbers. */
  private static List<Long> inputs(Envelope envelope) {
    byte[] value = valueOf(envelope, "input");
    if (value.length == 0) {
      throw new IllegalArgumentException("input is missing");
    }
    if (value[0] != '[') {
      return List.of((long) Arrays.hashCode(value));
    }
    List<Long> seeds = new ArrayList<>();
    boolean numbers = false;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), value)) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        numbers |= parser.currentToken().isNumeric();
        parser.skipChildren();
        parser.finishToken();
        int end = (int) parser.currentLocation().getByteOffset();
        seeds.add((long) Arrays.hashCode(Arrays.copyOfRange(value, start, end)));
        if (seeds.size() > MOST_INPUTS && !numbers) {
          throw new IllegalArgumentException("input holds more than " + MOST_INPUTS + " entries");
        }
      }
    } catch (JacksonException e) {
      throw new IllegalArgumentException("input is not a string or a list", e);
    }
    if (seeds.isEmpty()) {
      throw new IllegalArgumentException("input is empty");
    }
    return numbers ? List.of((long) Arrays.hashCode(value)) : seeds;
  }

  private static byte[] valueOf(Envelope envelope, String field) {
    Span span = envelope.field(field);
    if (!span.present()) {
      return new byte[0];
    }
    byte[] value = new byte[span.length()];
    envelope.body().copyTo(span.start(), value, 0, value.length);
    return value;
  }

  private static float[] vector(long seed, int dimensions) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] vector = new float[dimensions];
    double squares = 0;
    for (int i = 0; i < dimensions; i++) {
      vector[i] = (float) random.nextDouble(-1, 1);
      squares += vector[i] * vector[i];
    }
    float length = (float) Math.sqrt(squares);
    for (int i = 0; i < dimensions && length > 0; i++) {
      vector[i] /= length;
    }
    return vector;
  }

  private static String list(float[] vector) {
    return Arrays.toString(vector).replace(" ", "");
  }

  private static String base64(float[] vector) {
    ByteBuffer bytes =
        ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : vector) {
      bytes.putFloat(value);
    }
    return '"' + Base64.getEncoder().encodeToString(bytes.array()) + '"';
  }
}
