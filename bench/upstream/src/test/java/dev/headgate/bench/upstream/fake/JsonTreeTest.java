package dev.headgate.bench.upstream.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("StringConcatToTextBlock") // One line is what goes over the wire.
class JsonTreeTest {

  @Test
  void readsEveryKindOfValue() {
    Object value =
        JsonTree.parse(
            " {\"s\": \"a\\\"\\u00e9\\/\\n\", \"n\": [-1.5e3, 0], \"t\": true, \"f\": false,"
                + " \"z\": null, \"e\": {}, \"l\": []} ");
    assertThat(JsonTree.member(value, "s")).isEqualTo("a\"é/\n");
    assertThat(JsonTree.elements(JsonTree.member(value, "n"))).isEqualTo(List.of(-1500.0, 0.0));
    assertThat(JsonTree.member(value, "t")).isEqualTo(true);
    assertThat(JsonTree.member(value, "f")).isEqualTo(false);
    assertThat(JsonTree.member(value, "z")).isSameAs(JsonTree.NULL);
    assertThat(JsonTree.member(value, "e")).isEqualTo(Map.of());
    assertThat(JsonTree.member(value, "l")).isEqualTo(List.of());
    assertThat(JsonTree.member(value, "missing")).isSameAs(JsonTree.NULL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "[1,]", "{\"a\"}", "{\"a\":1 \"b\":2}", "\"a", "tru", "1 2", "\"\\x\""})
  void refusesWhatIsNotJson(String text) {
    assertThatThrownBy(() -> JsonTree.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
