package dev.headgate.kernel.config.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.Secret;
import dev.headgate.spi.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeSettingsTest {

  private static NodeSettings settings(String yaml) {
    return NodeSettings.top(
        YamlReader.read(Path.of("c.yaml"), yaml), new Overrides(Map.of(), Map.of()));
  }

  @Test
  void readsTextsNumbersAndFlags() {
    NodeSettings settings =
        settings("{t: abc, n: 1.50, i: '1_000', e: 2e3, f: 'Yes', off: off, z: null}");

    assertThat(settings.text("t")).contains("abc");
    assertThat(settings.text("n")).contains("1.50");
    assertThat(settings.text("off")).contains("off");
    assertThat(settings.number("n")).hasValue(1.5);
    assertThat(settings.integer("i")).hasValue(1000);
    assertThat(settings.integer("e")).hasValue(2000);
    assertThat(settings.flag("f")).contains(true);
    assertThat(settings.flag("off")).contains(false);
    assertThat(settings.text("z")).isEmpty();
    assertThat(settings.integer("absent")).isEmpty();
    assertThat(settings.keys()).containsExactly("t", "n", "i", "e", "f", "off", "z");
  }

  @Test
  void readsLengthsOfTimeAndAmountsOfMemory() {
    NodeSettings settings =
        settings("{a: 250ms, b: 30s, c: 5m, d: 24h, e: 30d, f: 1.5, g: 64KB, h: 10 MB, i: 17}");

    assertThat(settings.duration("a")).contains(Duration.ofMillis(250));
    assertThat(settings.duration("b")).contains(Duration.ofSeconds(30));
    assertThat(settings.duration("c")).contains(Duration.ofMinutes(5));
    assertThat(settings.duration("d")).contains(Duration.ofHours(24));
    assertThat(settings.duration("e")).contains(Duration.ofDays(30));
    assertThat(settings.duration("f")).contains(Duration.ofMillis(1500));
    assertThat(settings.bytes("g")).hasValue(65_536);
    assertThat(settings.bytes("h")).hasValue(10_485_760);
    assertThat(settings.bytes("i")).hasValue(17);
    assertThatThrownBy(() -> settings.duration("g")).hasMessageContaining("c.yaml:1: g: found the");
    assertThatThrownBy(() -> settings.bytes("a")).hasMessageContaining("expected an amount");
  }

  @Test
  void readsLists() {
    NodeSettings settings = settings("{a: [x, 1, true], b: y, c: [{k: 1}, {k: 2}]}");

    assertThat(settings.texts("a")).containsExactly("x", "1", "true");
    assertThat(settings.texts("b")).containsExactly("y");
    assertThat(settings.texts("absent")).isEmpty();
    List<Settings> sections = settings.sections("c");
    assertThat(sections.get(1).integer("k")).hasValue(2);
    assertThat(sections.get(1).path()).isEqualTo("c[1]");
    assertThat(settings.sections("absent")).isEmpty();
    assertThat(settings.section("absent").keys()).isEmpty();
  }

  @Test
  void secretsAreTrimmedAndCheckedWithoutBeingShown() {
    NodeSettings settings = settings("{a: \" s3cret\\t\", b: \"s3\\x01cret\", c: ' ', d: 12345}");

    assertThat(settings.secret("a")).contains(Secret.of("s3cret"));
    assertThat(settings.secret("d")).contains(Secret.of("12345"));
    assertThatThrownBy(() -> settings.secret("b"))
        .hasMessage(
            "c.yaml:1: b: found a control character inside, expected a secret in one line without"
                + " control characters");
    assertThatThrownBy(() -> settings.secret("c"))
        .hasMessage(
            "c.yaml:1: c: found an empty value, expected a secret in one line without control"
                + " characters");
  }

  @Test
  void valuesOfSecretiveKeysAndLongOnesAreNotQuoted() {
    NodeSettings settings =
        settings(
            "{api_key: abc, my-token: abc, max_tokens: abc, headers: {X: abc}, s: sk-abc, l: "
                + "x".repeat(80)
                + "}");

    assertThat(settings.refuse("api_key", "y")).hasMessageContaining("a text (not shown)");
    assertThat(settings.refuse("my-token", "y")).hasMessageContaining("a text (not shown)");
    assertThat(settings.refuse("s", "y")).hasMessageContaining("a text (not shown)");
    assertThat(settings.refuse("l", "y")).hasMessageContaining("a text (not shown)");
    assertThat(settings.section("headers").refuse("X", "y")).hasMessageContaining("(not shown)");
    assertThat(settings.refuse("max_tokens", "y"))
        .hasMessage(
            "c.yaml:1: max_tokens: found the text \"abc\", which is not allowed; expected y");
    assertThat(settings.refuse("absent", "y"))
        .hasMessage("c.yaml:1: absent: found nothing, which is not allowed; expected y");
  }

  @Test
  void knowsWhichKeysNobodyAskedFor() {
    NodeSettings settings =
        settings("a: 1\nb: {c: 1, d: 2}\ne: [{f: 1, g: 2}]\nh: {i: {j: 1}}\nk: {l: 1}\n");
    settings.integer("a");
    settings.section("b").integer("c");
    settings.sections("e").getFirst().integer("f");
    settings.accept("h");
    settings.json("k");

    assertThat(settings.unread()).extracting(UnreadKey::path).containsExactly("b.d", "e[0].g");
    assertThat(settings.unread().getFirst().error())
        .isEqualTo("c.yaml:2: b.d: found an unknown key, expected one of c; did you mean c?");
  }

  @Test
  void givesJsonOfAnyShape() {
    NodeSettings settings = settings("a: {x: [1, two, null, yes], y: \"q\\\"\\n\\u0001é\"}\n");

    assertThat(settings.json("a"))
        .contains("{\"x\":[1,\"two\",null,true],\"y\":\"q\\\"\\n\\u0001é\"}");
    assertThat(settings.json("absent")).isEmpty();
  }
}
