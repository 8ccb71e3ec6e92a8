package dev.headgate.bench.upstream.fake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("StringConcatToTextBlock") // One line is what goes over the wire.
class BodyFactsTest {

  private final BodyFacts facts = new BodyFacts();

  private boolean scan(String body) {
    // Surrounded by bytes that are not the body's, as in a connection's buffer.
    byte[] bytes = ("\"x" + body + "\"}").getBytes(UTF_8);
    return facts.scan(bytes, 2, bytes.length - 2);
  }

  @Test
  void findsWhatDecidesTheAnswer() {
    assertThat(
            scan(
                """
                {"messages": [{"role": "user", "content": "\\"model\\": {[\\\\"}],
                 "stream" : true , "model":"gpt-é", "tools": [{}],
                 "stream_options": {"x": [1], "include_usage": true}}
                """))
        .isTrue();
    assertThat(facts.model()).isEqualTo("gpt-é");
    assertThat(facts.stream()).isTrue();
    assertThat(facts.includeUsage()).isTrue();
    assertThat(facts.hasTools()).isTrue();
  }

  @Test
  void looksAtTheTopLevelOnly() {
    assertThat(scan("{\"metadata\":{\"model\":\"a\",\"stream\":true,\"include_usage\":true}}"))
        .isTrue();
    assertThat(facts.hasModel()).isFalse();
    assertThat(facts.model()).isEmpty();
    assertThat(facts.stream()).isFalse();
    assertThat(facts.includeUsage()).isFalse();
  }

  @Test
  void forgetsTheBodyBefore() {
    assertThat(scan("{\"model\":\"a\",\"stream\":true,\"tools\":[1],\"dimensions\":3}")).isTrue();
    assertThat(scan("{\"tools\":[ ]}")).isTrue();
    assertThat(facts.hasModel()).isFalse();
    assertThat(facts.stream()).isFalse();
    assertThat(facts.hasTools()).isFalse();
    assertThat(facts.dimensions()).isZero();
  }

  @Test
  void resolvesEscapesOfTheModelButKeepsItsBytes() {
    assertThat(scan("{\"model\":\"a\\u00e9\\/b\"}")).isTrue();
    assertThat(facts.model()).isEqualTo("aé/b");
    assertThat(facts.rawModel()).isEqualTo("a\\u00e9\\/b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"input\":\"one\"} | 1",
        "{\"input\":[\"one\",\"two\"]} | 2",
        "{\"input\":[1,2,3]} | 1",
        "{\"input\":[[1,2],[3]]} | 2",
        "{\"input\":[]} | 1",
        "{} | 1",
      })
  void countsTheInputsOfAnEmbedding(String body, int inputs) {
    assertThat(scan(body)).isTrue();
    assertThat(facts.inputs()).isEqualTo(inputs);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "1",
        "{",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{\"a\":\"b}",
        "{\"a\":[1}",
        "{}x",
        "{\"model\":\"m\"",
        "{a:1}"
      })
  void refusesWhatIsNoObject(String body) {
    assertThat(scan(body)).isFalse();
  }

  @Test
  void skipsStringsOfEveryLength() {
    for (int length = 0; length < 40; length++) {
      String text = "é\\\"\\\\".repeat(length % 3) + "x".repeat(length);
      assertThat(scan("{\"a\":\"" + text + "\",\"model\":\"m\"}")).isTrue();
      assertThat(facts.model()).isEqualTo("m");
    }
  }
}
