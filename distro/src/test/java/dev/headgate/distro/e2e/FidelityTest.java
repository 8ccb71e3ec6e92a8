package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the upstream gets is what the client sent, but for the places that had to change. */
class FidelityTest {
  private static Stage stage;

  @BeforeAll
  static void start() {
    stage = new Stage("");
  }

  @AfterAll
  static void stop() {
    stage.close();
  }

  /** A body in pieces: what goes through, and what the gateway replaces or takes out. */
  private record Made(String sent, String expected) {}

  @Test
  void passesOnFiveHundredBodiesByteForByteButForTheSplices() throws IOException {
    Random random = new Random(20261130);
    try (RawClient client = stage.client()) {
      for (int i = 0; i < 500; i++) {
        Made made = body(random);
        RawClient.Reply reply = client.send(RawClient.chat(made.sent())).reply();
        assertThat(reply.status()).as(made.sent()).isEqualTo(200);
        assertThat(stage.upstream().lastCall().bodyText()).isEqualTo(made.expected());
      }
    }
    assertThat(stage.upstream().faults()).isEmpty();
  }

  @Test
  void sendsTheSameBytesEachTime() throws IOException {
    String body =
        "{\"messages\":[{\"role\":\"user\",\"content\":\"caf\\u00e9 \\/ é\"}], \"model\" : \"gpt-4o\","
            + "\"tools\":[{\"type\":\"function\",\"function\":{\"parameters\":{\"$defs\":{\"b\":1,\"a\":2},"
            + "\"zeta\":1.0,\"alpha\":1e3,\"big\":9223372036854775807,\"dup\":1,\"dup\":2},\"name\":\"f\"}}]}";
    String expected = body.replace("\"gpt-4o\"", "\"gpt-4o-mini\"");
    for (int i = 0; i < 50; i++) {
      assertThat(stage.chat(body).status()).isEqualTo(200);
      assertThat(stage.upstream().lastCall().bodyText()).isEqualTo(expected);
    }
  }

  @Test
  void writesTheClientsNameIntoAPlainAnswerAndChangesNothingElse() throws IOException {
    String answer =
        "{ \"id\":\"x\",\"model\" :\"gpt-4o-mini\", \"choices\":[{\"message\":{\"content\":\"a\\u00e9\"}}],"
            + "\"odd\":1.0e+2,\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2,\"total_tokens\":3}}";
    stage.upstream().next(dev.headgate.bench.upstream.Script.json(answer));
    RawClient.Reply reply = stage.chat("{\"model\":\"gpt-4o\",\"messages\":[]}");
    assertThat(reply.text()).isEqualTo(answer.replace("\"gpt-4o-mini\"", "\"gpt-4o\""));
  }

  private static Made body(Random random) {
    List<String[]> fields = new ArrayList<>();
    fields.add(new String[] {"model", "\"gpt-4o\"", "\"gpt-4o-mini\""});
    fields.add(new String[] {"messages", messages(random), null});
    for (int i = random.nextInt(6); i > 0; i--) {
      fields.add(new String[] {"x_" + i + "_" + random.nextInt(1000), value(random, 3), null});
    }
    if (random.nextInt(4) == 0) {
      fields.add(new String[] {"mock_testing_fallbacks", "true", ""});
    }
    if (random.nextInt(4) == 0) {
      fields.add(new String[] {"litellm_metadata", value(random, 2), ""});
    }
    Collections.shuffle(fields, random);
    StringBuilder sent = new StringBuilder(space(random)).append('{');
    StringBuilder expected = new StringBuilder(sent);
    boolean first = true;
    boolean firstKept = true;
    for (String[] field : fields) {
      String lead = space(random);
      String middle = space(random) + ":" + space(random);
      String tail = space(random);
      boolean removed = "".equals(field[2]);
      sent.append(first ? "" : ",").append(lead).append('"').append(field[0]).append('"');
      sent.append(middle).append(field[1]).append(tail);
      if (!removed) {
        expected.append(firstKept ? "" : ",").append(lead).append('"').append(field[0]).append('"');
        expected.append(middle).append(field[2] == null ? field[1] : field[2]).append(tail);
        firstKept = false;
      }
      first = false;
    }
    String end = "}" + space(random);
    return new Made(sent + end, expected + end);
  }

  private static String messages(Random random) {
    return "[{\"role\":\"user\"," + space(random) + "\"content\":" + text(random) + "}]";
  }

  private static String space(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> " ";
      case 1 -> "\n  ";
      case 2 -> "\t";
      default -> "";
    };
  }

  private static String text(Random random) {
    String[] parts = {
      "plain",
      "\\u00e9",
      "é",
      "\\/",
      "\\\"",
      "\\\\",
      "\\n",
      "안녕",
      "🌍",
      "\\ud83c\\udf0d",
      "però",
      " "
    };
    StringBuilder text = new StringBuilder("\"");
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(parts[random.nextInt(parts.length)]);
    }
    return text.append('"').toString();
  }

  private static String value(Random random, int depth) {
    String[] numbers = {
      "0", "-0", "1.0", "1e3", "1E-7", "9223372036854775807", "-1.50", "12345678901234567890"
    };
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> "null";
      case 1 -> "true";
      case 2, 3 -> numbers[random.nextInt(numbers.length)];
      case 4 -> text(random);
      case 5 ->
          "[" + value(random, depth - 1) + "," + space(random) + value(random, depth - 1) + "]";
      default ->
          "{\"z\":"
              + value(random, depth - 1)
              + ",\"a\""
              + space(random)
              + ":"
              + value(random, depth - 1)
              + ",\"z\":"
              + value(random, 0)
              + "}";
    };
  }
}
