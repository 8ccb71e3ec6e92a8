package dev.headgate.kernel.config.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.kernel.config.tree.Node.Mapping;
import dev.headgate.spi.SettingException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlReaderTest {
  private static final Path FILE = Path.of("config.yaml");

  private static Mapping read(String text) {
    return YamlReader.read(FILE, text);
  }

  private static String json(String text) {
    return JsonText.of(read(text));
  }

  private static String error(String text) {
    try {
      read(text);
      return "";
    } catch (SettingException e) {
      return e.getMessage();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "true|true",
        "No|false",
        "ON|true",
        "off|false",
        "null|null",
        "~|null",
        "''|\"\"\"\"\"\"",
        "5|5",
        "-3|-3",
        "+7|7",
        "1_000|1000",
        "0x1f|31",
        "0o17|15",
        "1.50|1.50",
        "1e3|1E+3",
        ".5|0.5",
        "017|\"\"\"017\"\"\"",
        "1.2.3|\"\"\"1.2.3\"\"\"",
        "2024-02-01|\"\"\"2024-02-01\"\"\"",
        "12:30|\"\"\"12:30\"\"\"",
        "'yes'|\"\"\"yes\"\"\"",
        "!!str 5|\"\"\"5\"\"\"",
        "y|\"\"\"y\"\"\"",
        "_1|\"\"\"_1\"\"\""
      })
  void plainValuesMeanWhatLiteLlmsFilesMeanByThem(String written, String json) {
    assertThat(json("a: " + written)).isEqualTo("{\"a\":" + json + "}");
  }

  @Test
  void everyValueKnowsItsLine() {
    Mapping top = read("a: 1\n\nb:\n  c:\n    - x\n    - y\n");

    Mapping b = (Mapping) top.entries().get("b").value();
    Node.Sequence c = (Node.Sequence) b.entries().get("c").value();
    assertThat(top.entries().get("b").key().line()).isEqualTo(3);
    assertThat(c.items().get(1).origin()).hasToString("config.yaml:6");
  }

  @Test
  void aliasesAndMergesUnfold() {
    assertThat(json("x: &d {a: 1, b: 2}\ny: {<<: *d, b: 3}\nz: {<<: [*d, {c: 4}]}\nw: *d\n"))
        .isEqualTo(
            "{\"x\":{\"a\":1,\"b\":2},\"y\":{\"b\":3,\"a\":1},\"z\":{\"a\":1,\"b\":2,\"c\":4},"
                + "\"w\":{\"a\":1,\"b\":2}}");
  }

  @Test
  void anEmptyDocumentHasNoKeys() {
    assertThat(read("").entries()).isEmpty();
    assertThat(read("# nothing\n---\n").entries()).isEmpty();
  }

  @Test
  void refusesWhatIsBroken() {
    assertThat(error("a: b: c\n"))
        .isEqualTo(
            "config.yaml:1: found broken YAML (mapping values are not allowed here), expected valid"
                + " YAML");
    assertThat(error("a:\n\t- b\n"))
        .startsWith("config.yaml:2: found broken YAML (found character '\\t(TAB)'");
    assertThat(error("a: [1, 2\nb: 3\n")).startsWith("config.yaml:2: found broken YAML (");
    assertThat(error("a: 1\nb: \u0007\n"))
        .isEqualTo(
            "config.yaml:2: found broken YAML (a character that YAML does not allow), expected"
                + " valid YAML");
  }

  @Test
  void refusesWhatCouldBeMisread() {
    assertThat(error("a: 1\nb: 2\na: 3\n"))
        .isEqualTo(
            "config.yaml:3: a: found the key for a second time, expected it once; the first stands"
                + " in line 1");
    assertThat(error("- a\n"))
        .isEqualTo("config.yaml:1: found a list, expected keys such as model_list");
    assertThat(error("a: 1\n---\nb: 2\n"))
        .isEqualTo("config.yaml:2: found a second document, expected one document in a file");
    assertThat(error("a: *nowhere\n"))
        .isEqualTo(
            "config.yaml:1: found an alias without an anchor above it, expected the name of an"
                + " anchor");
    assertThat(error("a: &a [*a]\n")).contains("an alias without an anchor above it");
    assertThat(error("[a]: 1\n"))
        .isEqualTo("config.yaml:1: found a list as a key, expected a name");
    assertThat(error("a: !!python/object x\n"))
        .isEqualTo("config.yaml:1: found a tag, expected a plain value; tags are not supported");
    assertThat(error("a: {<<: 5}\n"))
        .isEqualTo(
            "config.yaml:1: found a number to merge, expected a section or a list of sections");
  }

  @Test
  void isNotExhaustedByNestingOrAliases() {
    assertThatThrownBy(() -> read("a: " + "[".repeat(5_000)))
        .hasMessage("config.yaml:1: found more than 64 levels of nesting, expected fewer");
    StringBuilder bomb = new StringBuilder("a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append("a").append(i).append(": &a").append(i).append(" [");
      bomb.append(("*a" + (i - 1) + ", ").repeat(10)).append("]\n");
    }
    assertThat(error(bomb.toString()))
        .contains("found more than 1000000 values, aliases unfolded, expected fewer");
  }
}
