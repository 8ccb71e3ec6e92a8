package dev.headgate.kernel.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.request.Span;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplicedBodyTest {
  private final EnvelopeScanner scanner = new EnvelopeScanner();
  private final ScannedEnvelope envelope = new ScannedEnvelope();

  private SplicedBody body(String json) {
    byte[] bytes = ("###" + json + "###").getBytes(StandardCharsets.UTF_8);
    scanner.scan(bytes, 3, bytes.length - 3, envelope);
    return new SplicedBody(envelope);
  }

  private static byte[] json(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String written(SplicedBody body) {
    try {
      String text = StandardCharsets.UTF_8.decode(body.copy()).toString();
      assertThat(body.length()).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
      return text;
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Test
  void isTheClientsBodyWhileNothingIsChanged() {
    SplicedBody body = body(" { \"a\" : 1.0 }\n");
    assertThat(body.changed()).isFalse();
    assertThat(written(body)).isEqualTo(" { \"a\" : 1.0 }\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"model\":\"a\",\"x\":1}|{\"model\":NEW,\"x\":1}",
        "{\"model\":\"a\", \"model\" : \"b\" }|{\"model\":\"a\", \"model\" : NEW }",
        "{\"x\":1}|{\"x\":1,\"model\":NEW}",
        "{ \"x\" : 1 }|{ \"x\" : 1,\"model\":NEW }",
        "{}|{\"model\":NEW}",
        "{ }|{\"model\":NEW }"
      })
  void setsAField(String original, String expected) {
    SplicedBody body = body(original);
    body.setField("model", json("NEW"));
    assertThat(body.changed()).isTrue();
    assertThat(written(body)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"x\":1,\"y\":2,\"z\":3}|{\"y\":2,\"z\":3}",
        "{\"y\":2, \"x\":1, \"z\":3}|{\"y\":2, \"z\":3}",
        "{\"y\":2 , \"x\":1 }|{\"y\":2 }",
        "{ \"x\":1 }|{  }",
        "{\"x\":1,\"x\":2,\"y\":3,\"x\":4}|{\"y\":3}",
        "{\"y\":3}|{\"y\":3}"
      })
  void removesAFieldWithItsComma(String original, String expected) {
    SplicedBody body = body(original);
    body.removeField("x");
    assertThat(written(body)).isEqualTo(expected);
  }

  @Test
  void letsTheLaterOfTwoEditsCount() {
    SplicedBody body = body("{\"x\":1,\"y\":2}");
    body.setField("x", json("7"));
    body.setField("x", json("8"));
    assertThat(written(body)).isEqualTo("{\"x\":8,\"y\":2}");
    body.removeField("x");
    assertThat(written(body)).isEqualTo("{\"y\":2}");
    body.setField("x", json("9"));
    assertThat(written(body)).isEqualTo("{\"x\":9,\"y\":2}");
    body.setField("z", json("1"));
    body.setField("z", json("2"));
    assertThat(written(body)).isEqualTo("{\"x\":9,\"y\":2,\"z\":2}");
    body.removeField("z");
    assertThat(written(body)).isEqualTo("{\"x\":9,\"y\":2}");
    body.reset(envelope);
    assertThat(written(body)).isEqualTo("{\"x\":1,\"y\":2}");
  }

  @Test
  void replacesTextsAndEscapesThem() {
    SplicedBody body =
        body("{\"messages\":[{\"role\":\"user\",\"content\":\"secret\"},{\"content\":\"x\"}]}");
    Span first = envelope.texts().get(0).span();
    body.replaceText(first, "a \"b\"\n\u0001 é 🌍 \ud800?");
    assertThat(written(body))
        .isEqualTo(
            "{\"messages\":[{\"role\":\"user\",\"content\":"
                + "\"a \\\"b\\\"\\n\\u0001 é 🌍 \\ud800?\"},{\"content\":\"x\"}]}");
  }

  @Test
  void refusesRangesThatOverlap() {
    SplicedBody body = body("{\"x\":\"abcdef\",\"y\":2}");
    Span value = envelope.field("x");
    body.replace(new Span(value.start() + 2, value.start() + 4), json("?"));
    assertThatThrownBy(() -> body.replace(value, json("1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the range 5..13 overlaps an earlier edit");
    body.replace(new Span(value.start() + 4, value.start() + 4), json("+"));
    assertThat(written(body)).isEqualTo("{\"x\":\"a?+def\",\"y\":2}");
    assertThatThrownBy(() -> body.replace(new Span(1, 4), json("1")))
        .hasMessage("the range 1..4 is not within a field's value");
    assertThatThrownBy(() -> body.replace(Span.NONE, json("1")))
        .isInstanceOf(IllegalArgumentException.class);
    body.setField("x", json("0"));
    assertThat(written(body)).isEqualTo("{\"x\":0,\"y\":2}");
    body.removeField("x");
    assertThatThrownBy(() -> body.replace(value, json("1")))
        .hasMessage("the range 5..13 is in a field that was removed");
  }

  @Test
  void keepsTheEditsOfAttemptsApart() {
    SplicedBody policy = body("{\"model\":\"a\",\"x\":1,\"tags\":[]}");
    policy.removeField("tags");
    SplicedBody first = policy.fork();
    first.setField("model", json("\"first\""));
    first.setField("n", json("1"));
    SplicedBody second = policy.fork();
    second.setField("model", json("\"second\""));
    second.removeField("x");
    assertThat(written(policy)).isEqualTo("{\"model\":\"a\",\"x\":1}");
    assertThat(written(first)).isEqualTo("{\"model\":\"first\",\"x\":1,\"n\":1}");
    assertThat(written(second)).isEqualTo("{\"model\":\"second\"}");
    first.resetTo(policy);
    assertThat(written(first)).isEqualTo("{\"model\":\"a\",\"x\":1}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"x\":1}|{\"x\":1,\"o\":{\"u\":true}}",
        "{\"o\":null}|{\"o\":{\"u\":true}}",
        "{\"o\":{}}|{\"o\":{\"u\":true}}",
        "{\"o\": { \"a\" : 1.0 } }|{\"o\": { \"a\" : 1.0,\"u\":true } }",
        "{\"o\":{\"u\":false,\"a\":2}}|{\"o\":{\"u\":true,\"a\":2}}",
        "{\"o\":{\"u\":1,\"u\":2}}|{\"o\":{\"u\":1,\"u\":true}}"
      })
  void setsAMemberOfAnObject(String original, String expected) {
    SplicedBody body = body(original);
    body.setMember("o", "u", json("true"));
    assertThat(written(body)).isEqualTo(expected);
  }

  @Test
  void setsAMemberOfWhatAFieldHasBecome() {
    SplicedBody body = body("{\"o\":{\"a\":\"secret\"}}");
    body.replace(new Span(11, 17), json("***"));
    body.setMember("o", "u", json("1"));
    body.setMember("o", "v", json("2"));
    assertThat(written(body)).isEqualTo("{\"o\":{\"a\":\"***\",\"u\":1,\"v\":2}}");
  }

  @Test
  void removesWhatSpeaksToTheGateway() {
    SplicedBody body =
        body(
            "{\"tags\":[1],\"model\":\"m\",\"metadata\":{},\"t\\u0061gs\":2,\"cache\":{},\"messages\":[],\"num_retries\":1}");
    GatewayFields.remove(envelope, body);
    assertThat(written(body)).isEqualTo("{\"model\":\"m\",\"metadata\":{},\"messages\":[]}");
  }

  @Test
  void writesWhatAConstructionByHandWrites() {
    Bodies bodies = new Bodies(7);
    for (int round = 0; round < 5_000; round++) {
      List<Bodies.Member> members = bodies.members();
      SplicedBody body = body(compact(members));
      for (int edit = 0; edit < 4; edit++) {
        String name = bodies.random().nextBoolean() ? "model" : "x";
        if (bodies.random().nextInt(3) == 0) {
          body.removeField(name);
          removeByHand(members, name);
        } else {
          body.setField(name, json("9"));
          setByHand(members, name);
        }
      }
      String expected = compact(members.stream().filter(member -> member.value() != null).toList());
      assertThat(written(body)).isEqualTo(expected);
    }
  }

  /** A removed member stays as a mark of its place, so that it can come back there. */
  private static void removeByHand(List<Bodies.Member> members, String name) {
    members.removeIf(member -> isNamed(member, name) && member.rawName().endsWith(" "));
    members.replaceAll(
        member -> isNamed(member, name) ? new Bodies.Member(member.rawName(), null) : member);
  }

  private static void setByHand(List<Bodies.Member> members, String name) {
    for (int i = members.size() - 1; i >= 0; i--) {
      if (isNamed(members.get(i), name)) {
        members.set(i, new Bodies.Member(members.get(i).rawName(), "9"));
        return;
      }
    }
    // the blank tells apart what is new from what the client sent
    members.add(new Bodies.Member(name + " ", "9"));
  }

  private static boolean isNamed(Bodies.Member member, String name) {
    return member.rawName().strip().replace("\\u0065", "e").equals(name);
  }

  private static String compact(List<Bodies.Member> members) {
    List<String> written = new ArrayList<>();
    for (Bodies.Member member : members) {
      written.add("\"" + member.rawName().strip() + "\":" + member.value());
    }
    return "{" + String.join(",", written) + "}";
  }

  @Test
  void staysWellFormedUnderAnyEditsOfAnyBody() {
    Bodies bodies = new Bodies(99);
    for (int round = 0; round < 5_000; round++) {
      byte[] original = bodies.wellFormed();
      scanner.scan(original, 0, original.length, envelope);
      SplicedBody body = new SplicedBody(envelope);
      body.setField("model", json("\"new\""));
      body.removeField("x");
      body.removeField("");
      body.setMember("stream_options", "include_usage", json("true"));
      byte[] result = json(written(body));
      List<Map.Entry<String, Object>> fields = JacksonOracle.fields(result);
      assertThat(fields).isNotNull();
      ScannedEnvelope again = new ScannedEnvelope();
      scanner.scan(result, 0, result.length, again);
      assertThat(again.model()).isEqualTo("new");
      assertThat(again.includeUsage()).isTrue();
      assertThat(again.has("x")).isFalse();
    }
  }
}
