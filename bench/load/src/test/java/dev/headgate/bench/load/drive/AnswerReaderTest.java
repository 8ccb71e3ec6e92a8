package dev.headgate.bench.load.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("StringConcatToTextBlock") // Line ends are what goes over the wire.
class AnswerReaderTest {

  private static final String CHUNKED =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nx-one: 1\r\n\r\n"
          + "5\r\nHello\r\n7;ext=1\r\n, world\r\n0\r\ntrailer: x\r\n\r\n";
  private static final String SIZED =
      "HTTP/1.1 429 Too Many Requests\r\nCONTENT-LENGTH: 4\r\nconnection: close\r\n\r\nslow";

  private final AnswerReader reader = new AnswerReader();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private String body() {
    return new String(
        Arrays.copyOf(reader.body().bytes(), reader.body().length()), StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(strings = {CHUNKED, SIZED})
  void readsAnAnswerCutAnywhere(String answer) throws BadAnswer {
    byte[] bytes = bytes(answer);
    for (int cut = 1; cut < bytes.length; cut++) {
      reader.reset();
      assertThat(reader.feed(bytes, 0, cut)).isFalse();
      assertThat(reader.feed(bytes, cut, bytes.length)).isTrue();
      assertThat(body()).isEqualTo(answer.equals(CHUNKED) ? "Hello, world" : "slow");
    }
  }

  @Test
  void knowsStatusHeadersAndWhetherTheConnectionEnds() throws BadAnswer {
    reader.feed(bytes(SIZED), 0, SIZED.length());
    assertThat(reader.status()).isEqualTo(429);
    assertThat(reader.closes()).isTrue();
    assertThat(reader.hasHeader("content-length")).isTrue();
    assertThat(reader.hasHeader("x-one")).isFalse();
  }

  @Test
  void passesOverAnInterimAnswer() throws BadAnswer {
    String answer = "HTTP/1.1 100 Continue\r\n\r\n" + SIZED;
    assertThat(reader.feed(bytes(answer), 0, answer.length())).isTrue();
    assertThat(reader.status()).isEqualTo(429);
  }

  @Test
  void endsWithTheConnectionWhereNoLengthIsGiven() throws BadAnswer {
    String answer = "HTTP/1.1 200 OK\r\n\r\nsome";
    assertThat(reader.feed(bytes(answer), 0, answer.length())).isFalse();
    assertThat(reader.endsByClose()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SIP/2.0 200 OK of a sort\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: four\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nx\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab",
      })
  void refusesWhatIsNoAnswer(String answer) {
    assertThatThrownBy(() -> reader.feed(bytes(answer), 0, answer.length()))
        .isInstanceOf(BadAnswer.class);
  }
}
