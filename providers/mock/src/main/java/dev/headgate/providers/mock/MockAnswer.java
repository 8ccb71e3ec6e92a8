package dev.headgate.providers.mock;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.AnswerBody;
import dev.headgate.spi.usage.Usage;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A canned answer.
 *
 * @param status the HTTP status
 * @param headers the headers
 * @param body the body
 * @param usage what it used
 */
record MockAnswer(int status, HeaderView headers, AnswerBody body, Optional<Usage> usage)
    implements Answer {

  static final String FAILURE_HEADER = "x-mock-failure";
  private static final String JSON = "application/json";
  private static final MockHeaders PLAIN = MockHeaders.of("content-type", JSON);
  private static final MockHeaders STREAM = MockHeaders.of("content-type", "text/event-stream");

  static MockAnswer plain(String json, Usage usage) {
    return new MockAnswer(
        200, PLAIN, bodyOf(json.getBytes(StandardCharsets.UTF_8)), Optional.of(usage));
  }

  static MockAnswer stream(StreamBody body, Usage usage) {
    return new MockAnswer(200, STREAM, body, Optional.of(usage));
  }

  static MockAnswer error(Failure failure, byte[] json) {
    return new MockAnswer(
        failure.status(),
        MockHeaders.of("content-type", JSON, FAILURE_HEADER, failure.failure().className()),
        bodyOf(json),
        Optional.empty());
  }

  private static AnswerBody bodyOf(byte[] json) {
    return AnswerBody.of(Bytes.of(json));
  }

  @Override
  public void close() {
    // Nothing is held: a pause ends with the call, not with the answer.
  }
}
