package dev.headgate.kernel.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyFramingTest {
  private static final String CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

  private final BodyFraming framing = new BodyFraming();

  private void begin(String head) throws UpstreamException {
    AnswerHead parsed = new AnswerHead(1000, 10);
    byte[] bytes = bytes(head);
    parsed.begin(0);
    parsed.parse(bytes, bytes.length);
    parsed.finish(false);
    framing.begin(parsed);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String scan(byte[] bytes, int from, int to) throws UpstreamException {
    framing.scan(bytes, from, to);
    StringBuilder text = new StringBuilder();
    int sum = 0;
    for (int i = 0; i < framing.segmentCount(); i++) {
      int length = framing.segmentLength(i);
      text.append(new String(bytes, framing.segmentOffset(i), length, StandardCharsets.ISO_8859_1));
      sum += length;
    }
    assertThat(framing.decoded()).isEqualTo(sum);
    return text.toString();
  }

  private String raw(byte[] bytes) {
    int length = framing.rawTo() - framing.rawFrom();
    return new String(bytes, framing.rawFrom(), length, StandardCharsets.UTF_8);
  }

  @Test
  void isIndifferentToWhereChunksAreCut() throws UpstreamException {
    String text = "안녕 🌍 però";
    byte[] wire =
        bytes(
            "5\r\nhello\r\n00b;ext=\"1\"\r\n, big world\r\n%x\r\n%s\r\n0\r\nA: b\r\n\r\n"
                .formatted(bytes(text).length, text));
    String expected = "hello, big world" + new String(bytes(text), StandardCharsets.ISO_8859_1);
    for (int first = 0; first <= wire.length; first++) {
      for (int second = first; second <= wire.length; second++) {
        begin(CHUNKED);
        String found =
            scan(wire, 0, first) + scan(wire, first, second) + scan(wire, second, wire.length);
        assertThat(found).isEqualTo(expected);
        assertThat(framing.done()).isTrue();
        assertThat(framing.excess()).isFalse();
      }
    }
    begin(CHUNKED);
    StringBuilder found = new StringBuilder();
    for (int i = 0; i < wire.length; i++) {
      assertThat(framing.done()).isFalse();
      found.append(scan(wire, i, i + 1));
    }
    assertThat(found.toString()).isEqualTo(expected);
    assertThat(framing.done()).isTrue();
  }

  @Test
  void neverLosesAByteWhetherItGoesOnRawOrDecoded() throws UpstreamException {
    byte[] wire = bytes("3\r\nabc\r\n4\r\ndefg\r\n1\r\nh\r\n0\r\n\r\n");
    for (int first = 0; first <= wire.length; first++) {
      for (int second = first; second <= wire.length; second++) {
        begin(CHUNKED);
        String relayed = relay(wire, 0, first);
        relayed += relay(wire, first, second);
        relayed += relay(wire, second, wire.length);
        byte[] again = bytes(relayed + "0\r\n\r\n");
        begin(CHUNKED);
        assertThat(scan(again, 0, again.length)).isEqualTo("abcdefgh");
        assertThat(framing.done()).isTrue();
      }
    }
  }

  /** What a relay sends: whole chunks as they are, everything else in a chunk of its own. */
  private String relay(byte[] wire, int from, int to) throws UpstreamException {
    String decoded = scan(wire, from, to);
    if (framing.whole()) {
      return raw(wire);
    }
    return decoded.isEmpty()
        ? ""
        : Integer.toHexString(decoded.length()) + "\r\n" + decoded + "\r\n";
  }

  @Test
  void tellsWhetherARowOfChunksIsWhole() throws UpstreamException {
    byte[] wire = bytes("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    begin(CHUNKED);
    scan(wire, 0, wire.length);
    assertThat(framing.whole()).isTrue();
    assertThat(raw(wire)).isEqualTo("3\r\nabc\r\n2\r\nde\r\n");
    begin(CHUNKED);
    scan(wire, 0, 12);
    assertThat(framing.whole()).isFalse();
    scan(wire, 12, wire.length);
    assertThat(framing.whole()).isFalse();
    begin(CHUNKED);
    scan(wire, 0, 9);
    assertThat(framing.whole()).isTrue();
    assertThat(raw(wire)).isEqualTo("3\r\nabc\r\n");
    byte[] extended = bytes("3;a=b\r\nabc\r\n");
    begin(CHUNKED);
    scan(extended, 0, extended.length);
    assertThat(framing.whole()).isFalse();
    begin("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n");
    scan(bytes("abc"), 0, 3);
    assertThat(framing.whole()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\n",
        "x\r\n",
        "-1\r\n",
        "0x5\r\n",
        " 5\r\nhello\r\n",
        "5\nhello\n",
        "5\rhello",
        "5\r\nhelloX\n",
        "5\r\nhello\rX",
        "5\r\nhello\n",
        "1000000000000000\r\n",
        "0000000000000001\r\nx\r\n",
        "5;a\nb\r\n",
        "5;a\0\r\n",
        "0\r\nbad\0: x\r\n\r\n",
        "0\r\nbad\n\r\n",
        "0\r\n\n"
      })
  void refusesMalformedChunks(String wire) throws UpstreamException {
    begin(CHUNKED);
    byte[] bytes = bytes(wire);
    assertThatThrownBy(() -> scan(bytes, 0, bytes.length))
        .isInstanceOfSatisfying(
            UpstreamException.class,
            failure -> assertThat(failure.kind()).isEqualTo(Kind.MALFORMED));
  }

  @Test
  void boundsExtensionsAndTrailers() throws UpstreamException {
    byte[] extension = bytes("5;" + "x".repeat(5000));
    begin(CHUNKED);
    assertThatThrownBy(() -> scan(extension, 0, extension.length))
        .hasMessageContaining("extension");
    byte[] trailers = bytes("0\r\n" + "x: y\r\n".repeat(5000));
    begin(CHUNKED);
    assertThatThrownBy(() -> scan(trailers, 0, trailers.length)).hasMessageContaining("trailers");
  }

  @Test
  void countsToTheLengthAndSeesWhatIsTooMuch() throws UpstreamException {
    begin("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n");
    byte[] wire = bytes("hello");
    assertThat(scan(wire, 0, 2)).isEqualTo("he");
    assertThat(framing.done()).isFalse();
    assertThat(framing.close()).isFalse();
    assertThat(scan(wire, 2, 5)).isEqualTo("llo");
    assertThat(framing.done()).isTrue();
    begin("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n");
    assertThat(scan(wire, 0, 5)).isEqualTo("hel");
    assertThat(framing.excess()).isTrue();
  }

  @Test
  void lastsUntilTheConnectionEndsWithoutFraming() throws UpstreamException {
    begin("HTTP/1.1 200 OK\r\n\r\n");
    byte[] wire = bytes("hello");
    assertThat(scan(wire, 0, 5)).isEqualTo("hello");
    assertThat(framing.done()).isFalse();
    assertThat(framing.close()).isTrue();
    assertThat(framing.done()).isTrue();
  }
}
