package dev.headgate.kernel.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerHeadTest {
  private static final int MAX_BYTES = 1000;
  private static final int MAX_LINES = 5;

  private final AnswerHead head = new AnswerHead(MAX_BYTES, MAX_LINES);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private AnswerHead parse(String text) throws UpstreamException {
    byte[] bytes = bytes(text);
    head.begin(0);
    assertThat(head.parse(bytes, bytes.length)).isEqualTo(text.indexOf("\r\n\r\n") + 4);
    head.finish(false);
    return head;
  }

  @Test
  void readsStatusAndLinesAsTheyCame() throws UpstreamException {
    parse(
        "HTTP/1.1 418 I'm a teapot\r\nX-One:1\r\nx-two: \t two \t\r\nX-ONE: ü\r\nempty:\r\n\r\nbody");
    assertThat(head.status()).isEqualTo(418);
    assertThat(head.size()).isEqualTo(4);
    assertThat(head.name(0).utf8()).isEqualTo("X-One");
    assertThat(head.value(1).utf8()).isEqualTo("two");
    assertThat(head.text("x-one")).contains("1");
    assertThat(head.find("x-two")).isNotNull();
    assertThat(head.text("empty")).contains("");
    assertThat(head.find("x-thr")).isNull();
    assertThat(head.value(2).toArray()).isEqualTo(bytes("ü"));
  }

  @Test
  void isIndifferentToWhereTheHeadIsCut() throws UpstreamException {
    String text = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello";
    byte[] bytes = bytes(text);
    int end = text.length() - 5;
    for (int cut = 0; cut < end; cut++) {
      head.begin(0);
      assertThat(head.parse(bytes, cut)).isEqualTo(-1);
      assertThat(head.parse(bytes, bytes.length)).isEqualTo(end);
      head.finish(false);
      assertThat(head.contentLength()).isEqualTo(5);
      assertThat(head.keepAlive()).isFalse();
      assertThat(head.size()).isEqualTo(2);
    }
    head.begin(0);
    for (int i = 0; i < end; i++) {
      assertThat(head.parse(bytes, i)).isEqualTo(-1);
    }
    assertThat(head.parse(bytes, end)).isEqualTo(end);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ICY 200 OK\r\n\r\n",
        "\r\nHTTP/1.1 200 OK\r\n\r\n",
        "HTTP/2.0 200 OK\r\n\r\n",
        "HTTP/1.2 200 OK\r\n\r\n",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1  200 OK\r\n\r\n",
        "HTTP/1.1 099 OK\r\n\r\n",
        "HTTP/1.1 101 Switching\r\n\r\n",
        "HTTP/1.1 200 O\0K\r\n\r\n",
        "HTTP/1.1 200 OK\n\n",
        "HTTP/1.1 200 OK\r\nname: value\n\r\n",
        "HTTP/1.1 200 OK\r\n folded: value\r\n\r\n",
        "HTTP/1.1 200 OK\r\na: b\r\n c\r\n\r\n",
        "HTTP/1.1 200 OK\r\nname : value\r\n\r\n",
        "HTTP/1.1 200 OK\r\nna me: value\r\n\r\n",
        "HTTP/1.1 200 OK\r\n: value\r\n\r\n",
        "HTTP/1.1 200 OK\r\nname\r\n\r\n",
        "HTTP/1.1 200 OK\r\nname: va\rlue\r\n\r\n",
        "HTTP/1.1 200 OK\r\nname: va\0lue\r\n\r\n",
        "HTTP/1.1 200 OK\r\nname: va\u007flue\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nContent-Length: 6\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 5, 5\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: +5\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: \r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 0x5\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 9999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: identity\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n"
      })
  void refusesWhatTwoReadersMightUnderstandDifferently(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOfSatisfying(
            UpstreamException.class,
            failure -> assertThat(failure.kind()).isEqualTo(Kind.MALFORMED));
  }

  @Test
  void noticesAtOnceWhatIsNotHttp() {
    head.begin(0);
    assertThatThrownBy(() -> head.parse(new byte[] {0x15, 3, 3, 0, 2}, 5))
        .hasMessageContaining("not HTTP/1");
  }

  @Test
  void boundsSizeAndLines() {
    String long1 = "HTTP/1.1 200 OK\r\nx: " + "y".repeat(MAX_BYTES) + "\r\n\r\n";
    assertThatThrownBy(() -> parse(long1)).hasMessageContaining("1000 bytes");
    byte[] endless = bytes("HTTP/1.1 200 " + "y".repeat(MAX_BYTES));
    head.begin(0);
    assertThatThrownBy(() -> head.parse(endless, endless.length))
        .hasMessageContaining("1000 bytes");
    String many = "HTTP/1.1 200 OK\r\n" + "x: y\r\n".repeat(MAX_LINES + 1) + "\r\n";
    assertThatThrownBy(() -> parse(many)).hasMessageContaining("5 header lines");
  }

  @Test
  void takesEqualLengthsForOne() throws UpstreamException {
    parse("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 5\r\n\r\n");
    assertThat(head.contentLength()).isEqualTo(5);
  }

  @Test
  void toleratesAStatusLineWithoutReason() throws UpstreamException {
    assertThat(parse("HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n").keepAlive()).isTrue();
    assertThat(parse("HTTP/1.1 200 \r\ncontent-length: 0\r\n\r\n").keepAlive()).isTrue();
  }

  @Test
  void doesNotKeepAConnectionWhoseBodyHasNoEnd() throws UpstreamException {
    assertThat(parse("HTTP/1.1 200 OK\r\n\r\n").keepAlive()).isFalse();
    assertThat(parse("HTTP/1.1 204 No\r\n\r\n").keepAlive()).isTrue();
    assertThat(parse("HTTP/1.1 204 No\r\ncontent-length: 3\r\n\r\n").keepAlive()).isFalse();
  }

  @Test
  void givesUpOnEndlessInterimAnswers() {
    String interim = "HTTP/1.1 102 Processing\r\n\r\n";
    byte[] bytes = bytes(interim.repeat(20));
    head.begin(0);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 20; i++) {
                head.begin(head.parse(bytes, bytes.length));
              }
            })
        .hasMessageContaining("interim");
  }
}
