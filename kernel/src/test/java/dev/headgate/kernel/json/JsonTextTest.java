package dev.headgate.kernel.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class JsonTextTest {
  private final JsonFactory factory = new JsonFactory();

  private String readByJackson(byte[] json) {
    String text = new String(json, StandardCharsets.UTF_8);
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
      parser.nextToken();
      return parser.getString();
    }
  }

  @Test
  void writesAndReadsAnyText() {
    Random random = new Random(3);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(12);
      for (int i = 0; i < length; i++) {
        switch (random.nextInt(5)) {
          case 0 -> text.append((char) random.nextInt(0x80));
          case 1 -> text.append("\"\\/?\n\r\t\b\f".charAt(random.nextInt(9)));
          case 2 -> text.append((char) random.nextInt(0x10000));
          case 3 -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
          default -> text.append((char) (0xd800 + random.nextInt(0x800)));
        }
      }
      byte[] json = JsonText.quote(text.toString());
      assertThat(readByJackson(json)).isEqualTo(text.toString());
      assertThat(JsonText.decode(json, 0, json.length)).isEqualTo(text.toString());
      assertThat(LooseJson.string(json, 0, json.length)).isEqualTo(json.length);
    }
  }

  @Test
  void leavesWhatIsNoEscapeAsItIs() {
    byte[] json = "\"\\q \\u12 \\u00e9 \\\"".getBytes(StandardCharsets.UTF_8);
    assertThat(JsonText.decode(json, 0, json.length)).isEqualTo("q u12 é \\");
  }
}
