package dev.headgate.kernel.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.provider.AnswerBody;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecodedBodyTest {
  private static final String TEXT = "안녕 🌍 però ".repeat(3000);

  /** A body that comes in portions. */
  private static final class Portions implements AnswerBody {
    private final byte[] bytes;
    private final int step;
    private int at;

    Portions(byte[] bytes, int step) {
      this.bytes = bytes;
      this.step = step;
    }

    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public int read(byte[] target, int offset, int count) {
      int part = Math.min(Math.min(step, count), bytes.length - at);
      if (part == 0) {
        return -1;
      }
      System.arraycopy(bytes, at, target, offset, part);
      at += part;
      return part;
    }
  }

  private static DecodedBody decoded(byte[] bytes, int step, ContentCoding coding, long max) {
    return new DecodedBody(new Portions(bytes, step), coding, max);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(bytes(text));
    }
    return bytes.toByteArray();
  }

  private static byte[] deflate(String text, boolean bare) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, bare);
    try (OutputStream out = new DeflaterOutputStream(bytes, deflater)) {
      out.write(bytes(text));
    }
    deflater.end();
    return bytes.toByteArray();
  }

  private static String text(AnswerBody body) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] part = new byte[777];
    for (int n = body.read(part, 0, part.length); n >= 0; n = body.read(part, 0, part.length)) {
      assertThat(n).isPositive();
      all.write(part, 0, n);
    }
    assertThat(body.read(part, 0, part.length)).isEqualTo(-1);
    return all.toString(StandardCharsets.UTF_8);
  }

  private static void fails(Kind kind, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            UpstreamException.class, failure -> assertThat(failure.kind()).isEqualTo(kind));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100, 8192})
  void decodesWhateverThePortionsAre(int step) throws IOException {
    assertThat(text(decoded(gzip(TEXT), step, ContentCoding.GZIP, 0))).isEqualTo(TEXT);
    assertThat(text(decoded(deflate(TEXT, false), step, ContentCoding.DEFLATE, 0))).isEqualTo(TEXT);
    assertThat(text(decoded(deflate(TEXT, true), step, ContentCoding.DEFLATE, 0))).isEqualTo(TEXT);
    assertThat(text(decoded(gzip(""), step, ContentCoding.GZIP, 0))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 8192})
  void decodesSeveralMembersAndSkipsPadding(int step) throws IOException {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(gzip("first "));
    both.write(gzip("second"));
    both.write(new byte[10]);
    assertThat(text(decoded(both.toByteArray(), step, ContentCoding.GZIP, 0)))
        .isEqualTo("first second");
  }

  @Test
  void skipsAllPartsOfAHeader() throws IOException {
    byte[] plain = gzip("text");
    ByteArrayOutputStream rich = new ByteArrayOutputStream();
    rich.write(new byte[] {0x1f, (byte) 0x8b, 8, 2 + 4 + 8 + 16, 0, 0, 0, 0, 0, 0});
    rich.write(new byte[] {3, 0, 1, 0, 1});
    rich.write(bytes("name\0comment\0"));
    rich.write(new byte[] {9, 0});
    rich.write(plain, 10, plain.length - 10);
    assertThat(text(decoded(rich.toByteArray(), 1, ContentCoding.GZIP, 0))).isEqualTo("text");
  }

  @Test
  void givesOutWhatWasFlushedBeforeMoreComes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    GZIPOutputStream out = new GZIPOutputStream(bytes, 512, true);
    out.write(bytes("data: 1\n\n"));
    out.flush();
    byte[] flushed = bytes.toByteArray();
    AnswerBody noMore =
        new AnswerBody() {
          private boolean given;

          @Override
          public long length() {
            return -1;
          }

          @Override
          public int read(byte[] target, int offset, int count) {
            assertThat(given).as("read again although something was there").isFalse();
            given = true;
            System.arraycopy(flushed, 0, target, offset, flushed.length);
            return flushed.length;
          }
        };
    try (DecodedBody body = new DecodedBody(noMore, ContentCoding.GZIP, 0)) {
      assertThat(body.read(new byte[100], 0, 100)).isEqualTo(9);
    }
  }

  @Test
  void refusesWhatIsNotEncodedAsItSays() throws IOException {
    byte[] json = bytes("{\"error\":{\"message\":\"no\"}}");
    fails(Kind.MALFORMED, () -> text(decoded(json, 100, ContentCoding.GZIP, 0)));
    fails(Kind.MALFORMED, () -> text(decoded(json, 100, ContentCoding.DEFLATE, 0)));
    byte[] broken = gzip(TEXT);
    broken[broken.length - 5] ^= 1;
    fails(Kind.MALFORMED, () -> text(decoded(broken, 100, ContentCoding.GZIP, 0)));
    byte[] garbage = Arrays.copyOf(gzip("x"), 60);
    garbage[50] = 7;
    fails(Kind.MALFORMED, () -> text(decoded(garbage, 100, ContentCoding.GZIP, 0)));
  }

  @Test
  void tellsWhatEndsTooEarlyAtEveryPlace() throws IOException {
    byte[] whole = gzip("some text, some text");
    for (int cut = 1; cut < whole.length; cut++) {
      byte[] part = Arrays.copyOf(whole, cut);
      fails(Kind.TRUNCATED, () -> text(decoded(part, 7, ContentCoding.GZIP, 0)));
    }
  }

  @Test
  void takesNoBytesForNoBody() throws IOException {
    DecodedBody body = decoded(new byte[0], 1, ContentCoding.GZIP, 0);
    assertThat(body.length()).isZero();
    assertThat(text(body)).isEmpty();
  }

  @Test
  void refusesToUnpackBeyondTheLimit() throws IOException {
    byte[] bomb = gzip("0".repeat(10_000_000));
    assertThat(bomb.length).isLessThan(20_000);
    fails(Kind.TOO_LARGE, () -> text(decoded(bomb, 8192, ContentCoding.GZIP, 1_000_000)));
  }
}
