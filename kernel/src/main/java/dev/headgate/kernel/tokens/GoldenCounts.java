package dev.headgate.kernel.tokens;

import dev.headgate.kernel.json.JsonText;
import dev.headgate.spi.admission.TokenCounter;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Texts whose counts are known: a counter that gets one of them wrong does not serve. */
final class GoldenCounts {

  /**
   * A text.
   *
   * @param encoding the encoding
   * @param tokens how many tokens it has in it
   * @param text the text
   */
  private record Golden(String encoding, long tokens, String text) {}

  private final List<Golden> all;

  private GoldenCounts(List<Golden> all) {
    this.all = all;
  }

  /** The texts that come with the gateway, read from the resource golden.txt. */
  static GoldenCounts packaged() {
    List<Golden> all = new ArrayList<>();
    for (String line : ModelEncodings.lines("golden.txt")) {
      String[] parts = line.split(" ", 3);
      byte[] json = parts[2].getBytes(StandardCharsets.UTF_8);
      all.add(
          new Golden(parts[0], Long.parseLong(parts[1]), JsonText.decode(json, 0, json.length)));
    }
    return new GoldenCounts(List.copyOf(all));
  }

  /**
   * Checks a counter.
   *
   * @param encoding that it counts in
   * @param counter the counter
   * @return why it may not serve; empty when it may, or when no text of the encoding is known
   */
  Optional<String> fault(String encoding, TokenCounter counter) {
    for (Golden golden : all) {
      if (golden.encoding().equals(encoding)) {
        byte[] utf8 = golden.text().getBytes(StandardCharsets.UTF_8);
        long counted = counter.count(MemorySegment.ofArray(utf8));
        if (counted != golden.tokens()) {
          return Optional.of(
              "it counts "
                  + counted
                  + " tokens instead of "
                  + golden.tokens()
                  + " in "
                  + new String(JsonText.quote(golden.text()), StandardCharsets.UTF_8));
        }
      }
    }
    return Optional.empty();
  }
}
