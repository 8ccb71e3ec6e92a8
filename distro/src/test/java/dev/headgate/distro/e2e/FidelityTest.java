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
    List<Written> written = new ArrayList<>();
    for (String[] field : fields) {
      String colon = space(random) + ":" + space(random);
      written.add(new Written(space(random), field[0], colon, field[1], field[2], space(random)));
    }
    String start = space(random) + "{";
    String end = "}" + space(random);
    StringBuilder sent = new StringBuilder(start);
    for (int i = 0; i < written.size(); i++) {
      Written field = written.get(i);
      sent.append(i == 0 ? "" : ",").append(field.lead()).append(field.text(field.value()));
    }
    return new Made(sent + end, start + expected(written) + end);
  }

  /**
   * A field as it is sent.
   *
   * @param replaced what becomes of its value: null for the same, empty for a field that goes
   */
  private record Written(
      String lead, String name, String colon, String value, String replaced, String tail) {
    boolean removed() {
      return "".equals(replaced);
    }

    String text(String newValue) {
      return '"' + name + '"' + colon + newValue + tail;
    }
  }

  /**
   * All from the first removed name up to the next kept one goes; at the end of the object, all
   * after the last kept value up to the last removed one.
   */
  private static String expected(List<Written> fields) {
    StringBuilder out = new StringBuilder();
    String lead = null;
    boolean first = true;
    int last = fields.size() - 1;
    while (fields.get(last).removed()) {
      last--;
    }
    for (int i = 0; i <= last; i++) {
      Written field = fields.get(i);
      if (field.removed()) {
        lead = lead == null ? field.lead() : lead;
        continue;
      }
      out.append(first ? "" : ",").append(lead == null ? field.lead() : lead);
      String text = field.text(field.replaced() == null ? field.value() : field.replaced());
      if (i == last && last < fields.size() - 1) {
        text = text.substring(0, text.length() - field.tail().length());
        text = text + fields.get(fields.size() - 1).tail();
      }
      out.append(text);
      first = false;
      lead = null;
    }
    return out.toString();
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
