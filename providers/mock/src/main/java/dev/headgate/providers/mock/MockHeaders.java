package dev.headgate.providers.mock;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.http.HeaderView;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A few header lines.
 *
 * @param lines names in lower case and values, by turns
 */
record MockHeaders(List<String> lines) implements HeaderView {

  static MockHeaders of(String... lines) {
    return new MockHeaders(List.of(lines));
  }

  @Override
  public int size() {
    return lines.size() / 2;
  }

  @Override
  public Bytes name(int index) {
    return bytes(lines.get(2 * index));
  }

  @Override
  public Bytes value(int index) {
    return bytes(lines.get(2 * index + 1));
  }

  @Override
  public @Nullable Bytes find(String lowerCaseName) {
    for (int i = 0; i < lines.size(); i += 2) {
      if (lines.get(i).equals(lowerCaseName)) {
        return bytes(lines.get(i + 1));
      }
    }
    return null;
  }

  private static Bytes bytes(String text) {
    return Bytes.of(text.getBytes(StandardCharsets.US_ASCII));
  }
}
