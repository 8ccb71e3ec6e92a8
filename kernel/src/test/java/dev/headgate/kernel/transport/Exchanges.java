package dev.headgate.kernel.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.AnswerBody;
import dev.headgate.spi.provider.OutgoingBody;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import dev.headgate.spi.provider.UpstreamRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What tests of the pool do again and again. */
final class Exchanges {
  static final UpstreamRequest.Template POST =
      UpstreamRequest.template("POST", "/v1/chat/completions")
          .header("content-type", "application/json")
          .build();
  static final UpstreamRequest.Template GET = UpstreamRequest.template("GET", "/v1/models").build();
  static final String OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

  private Exchanges() {}

  static UpstreamRequest post(String text) {
    return UpstreamRequest.of(POST, OutgoingBody.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  static String exchange(Upstream upstream, UpstreamRequest request) throws IOException {
    return exchange(upstream, new TestCall(), request);
  }

  static String exchange(Upstream upstream, TestCall call, UpstreamRequest request)
      throws IOException {
    try (Answer answer = upstream.send(call, request)) {
      return text(answer.body());
    }
  }

  static String text(AnswerBody body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] part = new byte[1000];
    for (int n = body.read(part, 0, part.length); n >= 0; n = body.read(part, 0, part.length)) {
      bytes.write(part, 0, n);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  static void fails(Kind kind, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            UpstreamException.class,
            failure -> assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(kind));
  }

  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + 20_000_000_000L;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("waited for too long").isNegative();
      Thread.onSpinWait();
    }
  }
}
