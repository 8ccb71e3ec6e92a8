package dev.headgate.kernel.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.headgate.kernel.json.LooseJson;
import dev.headgate.spi.request.Span;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeScannerTest {
  private static final String SMALL =
      """
      {"model":"gpt-4o-mini","messages":[{"role":"system","content":"You are a helpful assistant \
      that answers in one short sentence."},{"role":"user","content":"What is the capital of \
      France, and how many people live there? Answer in English, please."}],"temperature":0.7,\
      "max_tokens":256,"stream":true,"stream_options":{"include_usage":true},"tools":[{"type":\
      "function","function":{"name":"lookup","parameters":{"type":"object","properties":{}}}}]}\
      """;

  private final EnvelopeScanner scanner = new EnvelopeScanner();
  private final ScannedEnvelope envelope = new ScannedEnvelope();

  private ScannedEnvelope scan(String body) {
    return scan(body.getBytes(StandardCharsets.UTF_8));
  }

  private ScannedEnvelope scan(byte[] body) {
    scanner.scan(body, 0, body.length, envelope);
    return envelope;
  }

  @Test
  void findsTheFactsOfAChatRequest() {
    scan(SMALL);
    assertThat(envelope.model()).isEqualTo("gpt-4o-mini");
    assertThat(envelope.stream()).isTrue();
    assertThat(envelope.includeUsage()).isTrue();
    assertThat(envelope.maxOutputTokens()).isEqualTo(256);
    assertThat(envelope.user()).isNull();
    assertThat(envelope.fieldCount()).isEqualTo(7);
    assertThat(envelope.fieldName(1)).isEqualTo("messages");
    assertThat(envelope.field("absent")).isEqualTo(Span.NONE);
    assertThat(envelope.body().utf8()).isEqualTo(SMALL);
  }

  @Test
  void acceptsJustWhatJacksonAcceptsAndFindsTheSameFields() {
    Bodies bodies = new Bodies(20260711);
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < 40_000; i++) {
      byte[] body = bodies.wellFormed();
      int breaks = i % 4;
      for (int j = 0; j < breaks; j++) {
        body = bodies.mutated(body);
      }
      if (agreesWithJackson(body, bodies)) {
        accepted++;
      } else {
        refused++;
      }
    }
    assertThat(accepted).isGreaterThan(12_000);
    assertThat(refused).isGreaterThan(12_000);
  }

  private boolean agreesWithJackson(byte[] body, Bodies bodies) {
    List<Map.Entry<String, Object>> expected = JacksonOracle.fields(body);
    if (JacksonOracle.NOT_JUDGED.equals(expected)) {
      return true;
    }
    // the same bytes in the midst of others, as in a connection's buffer
    int before = bodies.random().nextInt(20);
    int after = bodies.random().nextInt(20);
    byte[] buffer = new byte[before + body.length + after];
    Arrays.fill(buffer, (byte) "\"}]0 x\\".charAt(bodies.random().nextInt(7)));
    System.arraycopy(body, 0, buffer, before, body.length);
    String shown = new String(body, StandardCharsets.UTF_8);
    try {
      scanner.scan(buffer, before, before + body.length, envelope);
    } catch (MalformedBodyException fault) {
      assertThat(expected).as("refused for: %s\n%s", fault.text(), shown).isNull();
      assertThat(fault.offset()).isBetween(0, body.length);
      return false;
    }
    assertThat(expected).as("accepted: %s", shown).isNotNull();
    assertThat(envelope.fieldCount()).isEqualTo(expected.size());
    for (int i = 0; i < expected.size(); i++) {
      String name = expected.get(i).getKey();
      assertThat(envelope.fieldName(i)).isEqualTo(name);
      Object last = lastOf(expected, name);
      assertThat(envelope.text(name)).isEqualTo(last instanceof String text ? text : null);
      int end = envelope.valueEnd(i);
      assertThat(LooseJson.value(buffer, envelope.valueStart(i), before + body.length))
          .isEqualTo(end);
      Span span = envelope.fieldValue(i);
      byte[] value = Arrays.copyOfRange(body, span.start(), span.end());
      byte[] wrapped =
          ("{\"v\":" + new String(value, StandardCharsets.UTF_8) + "}")
              .getBytes(StandardCharsets.UTF_8);
      assertThat(JacksonOracle.fields(wrapped))
          .containsExactly(Map.entry("v", expected.get(i).getValue()));
    }
    Object model = lastOf(expected, "model");
    assertThat(envelope.model()).isEqualTo(model instanceof String text ? text : null);
    assertThat(envelope.stream())
        .isEqualTo(tools.jackson.core.JsonToken.VALUE_TRUE.equals(lastOf(expected, "stream")));
    assertThat(envelope.texts()).isNotNull();
    return true;
  }

  private static Object lastOf(List<Map.Entry<String, Object>> fields, String name) {
    Object last = null;
    for (Map.Entry<String, Object> field : fields) {
      last = field.getKey().equals(name) ? field.getValue() : last;
    }
    return last;
  }

  @Test
  void refusesEveryCutOfABody() {
    byte[] body = SMALL.getBytes(StandardCharsets.UTF_8);
    for (int cut = 0; cut < body.length; cut++) {
      int end = cut;
      assertThatThrownBy(() -> scanner.scan(body, 0, end, envelope))
          .isInstanceOf(MalformedBodyException.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|the body is empty where a JSON object is expected at byte 0",
        "[1]|the body must be a JSON object, but something else begins at byte 0",
        "{\"a\":1}x|there is more after the JSON object at byte 7",
        "{\"a\":1,}|expected a field name in double quotes at byte 7",
        "{\"a\" 1}|expected ':' after a field name at byte 5",
        "{\"a\":01}|a number must not begin with a zero at byte 5",
        "{\"a\":\"b|a string does not end: it starts at byte 5",
        "{\"a\":[1 2]}|expected ',' or ']' at byte 8"
      })
  void saysWhatIsWrongAndWhere(String body, String message) {
    assertThatThrownBy(() -> scan(body)).hasMessage(message);
  }

  @Test
  void refusesAByteOrderMark() {
    assertThatThrownBy(() -> scan("\ufeff{}")).hasMessageContaining("byte order mark");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c080", "c1bf", "e08080", "e09fbf", "eda080", "edbfbf", "f0808080", "f08fbfbf", "f4908080",
            "f5808080",
        "ff", "80", "bf", "c3", "e282", "f09f98", "c328", "e28228", "f09f9828", "c3c3"
      })
  void refusesWhatIsNotUtf8(String hex) {
    byte[] broken = java.util.HexFormat.of().parseHex(hex);
    byte[] body = Bodies.spliced("{\"a\":\"\"}".getBytes(StandardCharsets.UTF_8), 6, 6, broken);
    assertThatThrownBy(() -> scan(body)).hasMessage("the body is not valid UTF-8 at byte %d", 6);
  }

  @Test
  void acceptsEveryCharacterOfUnicode() {
    for (int c = 0x20;
        c <= Character.MAX_CODE_POINT;
        c += c < 0x3000 || (c > 0xd000 && c < 0xe100) ? 1 : 61) {
      if (c == '"' || c == '\\' || (c >= 0xd800 && c <= 0xdfff)) {
        continue;
      }
      String text = "1234567".substring(c % 8) + Character.toString(c);
      assertThat(scan("{\"user\":\"" + text + "\"}").user()).isEqualTo(text);
    }
  }

  @Test
  void boundsTheNesting() {
    EnvelopeScanner shallow = new EnvelopeScanner(100);
    byte[] fits = nested(99);
    shallow.scan(fits, 0, fits.length, envelope);
    byte[] tooDeep = nested(100);
    assertThatThrownBy(() -> shallow.scan(tooDeep, 0, tooDeep.length, envelope))
        .hasMessage("the JSON is nested more than 100 levels deep at byte 104");
    byte[] farTooDeep = nested(1_000_000);
    assertThatThrownBy(() -> scan(farTooDeep)).hasMessageContaining("512 levels");
  }

  private static byte[] nested(int levels) {
    return ("{\"a\":" + "[".repeat(levels) + "]".repeat(levels) + "}")
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void takesTheLastOfTwoFieldsWithOneName() {
    scan("{\"model\":\"a\",\"stream\":true,\"mod\\u0065l\":\"b\",\"stream\":false}");
    assertThat(envelope.model()).isEqualTo("b");
    assertThat(envelope.stream()).isFalse();
    assertThat(envelope.field("model")).isEqualTo(new Span(40, 43));
    assertThat(scan("{\"model\":\"a\",\"model\":null}").model()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"stream\":true}|true",
        "{\"stream\":null}|false",
        "{\"stream\":\"true\"}|false",
        "{\"stream\":1}|false",
        "{}|false"
      })
  void countsOnlyTrueAsStream(String body, boolean stream) {
    assertThat(scan(body).stream()).isEqualTo(stream);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"max_tokens\":10}|10",
        "{\"max_tokens\":10,\"max_completion_tokens\":20}|20",
        "{\"max_tokens\":10,\"max_completion_tokens\":null}|10",
        "{\"max_output_tokens\":1e3}|1000",
        "{\"max_tokens_to_sample\":7.2}|8",
        "{\"max_tokens\":\"10\"}|-1",
        "{\"max_tokens\":-5}|-1",
        "{\"max_tokens\":99999999999999999999999}|9223372036854775807",
        "{}|-1"
      })
  void readsTheBoundOfTheOutput(String body, long tokens) {
    assertThat(scan(body).maxOutputTokens()).isEqualTo(tokens);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"stream_options\":{\"include_usage\":true}}|true",
        "{\"stream_options\":{\"include_usage\":true,\"include_usage\":false}}|false",
        "{\"stream_options\":{\"x\":{\"include_usage\":true}}}|false",
        "{\"stream_options\":{\"include\\u005fusage\" : true}}|true",
        "{\"stream_options\":true}|false",
        "{\"stream_options\":{}}|false"
      })
  void knowsWhetherUsageIsAskedFor(String body, boolean asked) {
    assertThat(scan(body).includeUsage()).isEqualTo(asked);
  }

  @Test
  void allocatesNextToNothingForASmallBody() {
    byte[] body = SMALL.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 20_000; i++) {
      scan(body);
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int rounds = 10_000;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < rounds; i++) {
      scan(body);
    }
    long each = (threads.getCurrentThreadAllocatedBytes() - before) / rounds;
    assertThat(each).isLessThanOrEqualTo(100);
  }

  @Test
  void keepsManyFieldsAndForgetsThem() {
    StringBuilder body = new StringBuilder("{");
    for (int i = 0; i < 5000; i++) {
      body.append("\"f").append(i).append("\":").append(i).append(',');
    }
    scan(body.append("\"model\":\"m\"}").toString());
    assertThat(envelope.fieldCount()).isEqualTo(5001);
    assertThat(envelope.model()).isEqualTo("m");
    assertThat(envelope.has("f4999")).isTrue();
    assertThat(scan("{}").fieldCount()).isZero();
  }
}
