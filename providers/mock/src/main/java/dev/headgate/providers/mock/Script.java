package dev.headgate.providers.mock;

import dev.headgate.spi.Settings;
import dev.headgate.spi.request.Envelope;
import dev.headgate.spi.request.Span;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a deployment answers.
 *
 * @param text the text of the answer
 * @param failure the error in its place; null for none
 * @param delay how long the answer takes to begin
 * @param timesOut whether there is no answer after the delay
 * @param chunks how many pieces of text a stream has; 0 for one a word
 * @param gap the pause between two events of a stream
 * @param tokens what the answer says that it used; null for an estimate
 */
record Script(
    String text,
    @Nullable Failure failure,
    Duration delay,
    boolean timesOut,
    int chunks,
    Duration gap,
    @Nullable Tokens tokens) {

  static final String MOCK_RESPONSE = "mock_response";
  static final String MOCK_TIMEOUT = "mock_timeout";
  static final String MOCK_DELAY = "mock_delay";
  static final String MOCK_RATE_LIMIT = "mock_testing_rate_limit_error";

  private static final String DEFAULT_TEXT =
      "This is a canned answer from the mock provider. No model was asked.";
  private static final int MOST_CHUNKS = 1_000_000;
  private static final double LONGEST_SECONDS = 86_400;

  /** The answer of every upstream when the network is mocked. */
  static Script networkMock() {
    return new Script(
        "Mock response", null, Duration.ZERO, false, 0, Duration.ZERO, new Tokens(1, 1));
  }

  /** Reads the parameters of a deployment. */
  static Script of(Settings params) {
    String response = params.text(MOCK_RESPONSE).orElse("true");
    Failure failure = Failure.of(response);
    Duration delay = seconds(params, MOCK_DELAY);
    Duration timeout = timeout(params);
    return new Script(
        textOf(response),
        failure,
        timeout == null ? delay : timeout,
        timeout != null,
        (int) whole(params, "chunks", MOST_CHUNKS),
        Duration.ofMillis(whole(params, "gap_ms", 3_600_000)),
        Tokens.of(params.section("usage")));
  }

  /** An explicit true asks for an answer and leaves the text to us. */
  private static String textOf(String response) {
    return response.equals("true") ? DEFAULT_TEXT : response;
  }

  private static @Nullable Duration timeout(Settings params) {
    String spelled = params.text(MOCK_TIMEOUT).orElse("false");
    return switch (spelled) {
      case "false" -> null;
      case "true" -> params.duration("timeout").orElse(Duration.ZERO);
      default -> seconds(params, MOCK_TIMEOUT);
    };
  }

  private static Duration seconds(Settings params, String key) {
    double value = params.number(key).orElse(0);
    if (!(value >= 0 && value <= LONGEST_SECONDS)) {
      throw params.refuse(key, "a number of seconds from 0 to 86400");
    }
    return ofSeconds(value);
  }

  private static long whole(Settings params, String key, long most) {
    long value = params.integer(key).orElse(0);
    if (value < 0 || value > most) {
      throw params.refuse(key, "a whole number from 0 to " + most);
    }
    return value;
  }

  private static Duration ofSeconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  /** With what one request asks for. */
  Script forRequest(Envelope envelope) {
    Script script = this;
    String response = literal(envelope, MOCK_RESPONSE);
    if (response != null && !response.equals("false")) {
      script = script.answering(textOf(response), Failure.of(response));
    }
    if ("true".equals(literal(envelope, MOCK_RATE_LIMIT))) {
      script = script.answering(text, Failure.of("litellm.RateLimitError"));
    }
    String delay = literal(envelope, MOCK_DELAY);
    if (delay != null) {
      script = script.after(secondsOf(delay), script.timesOut);
    }
    String timeout = literal(envelope, MOCK_TIMEOUT);
    if (timeout != null && !timeout.equals("false")) {
      String given = timeout.equals("true") ? literal(envelope, "timeout") : timeout;
      script = script.after(given == null ? Duration.ZERO : secondsOf(given), true);
    }
    return script;
  }

  private Script answering(String newText, @Nullable Failure newFailure) {
    return new Script(newText, newFailure, delay, timesOut, chunks, gap, tokens);
  }

  private Script after(Duration newDelay, boolean newTimesOut) {
    return new Script(text, failure, newDelay, newTimesOut, chunks, gap, tokens);
  }

  /** A string's text, or a number or word as it is spelled; null when absent, null or a tree. */
  private static @Nullable String literal(Envelope envelope, String field) {
    Span span = envelope.field(field);
    if (!span.present()) {
      return null;
    }
    byte first = envelope.body().at(span.start());
    return switch (first) {
      case '"' -> envelope.text(field);
      case 'n' -> null;
      case '{', '[' -> "true";
      default -> {
        byte[] spelled = new byte[span.length()];
        envelope.body().copyTo(span.start(), spelled, 0, spelled.length);
        yield new String(spelled, java.nio.charset.StandardCharsets.US_ASCII);
      }
    };
  }

  private static Duration secondsOf(String spelled) {
    try {
      double value = Double.parseDouble(spelled);
      return value >= 0 && value <= LONGEST_SECONDS ? ofSeconds(value) : Duration.ZERO;
    } catch (NumberFormatException e) {
      return Duration.ZERO;
    }
  }
}
