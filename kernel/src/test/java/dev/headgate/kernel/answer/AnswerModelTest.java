package dev.headgate.kernel.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerModelTest {
  private static final String ANSWER =
      "{ \"id\":\"x\\\"y\", \"choices\":[{\"model\":\"inner }\"}], \"n\":1.5,"
          + "\"model\" : \"gpt-4o-2024\", \"usage\":null}";

  private static String found(byte[] b, int from, int to) {
    long place = AnswerModel.find(b, from, to);
    if (place < 0) {
      return place == AnswerModel.ABSENT ? "absent" : "undecided";
    }
    int start = AnswerModel.start(place);
    return new String(b, start, AnswerModel.end(place) - start, StandardCharsets.UTF_8);
  }

  @Test
  void findsTheModelAsSoonAsItIsThereAndNotBefore() {
    byte[] bytes = ("}{\"" + ANSWER + "\"}{").getBytes(StandardCharsets.UTF_8);
    int whole = 3 + ANSWER.indexOf("\", \"usage") + 1;
    for (int to = 3; to <= 3 + ANSWER.length(); to++) {
      assertThat(found(bytes, 3, to)).isEqualTo(to < whole ? "undecided" : "\"gpt-4o-2024\"");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|absent",
        "{\"a\":1}|absent",
        "[1]|absent",
        "<html>|absent",
        "{\"model\":null}|absent",
        "{\"a\":{\"model\":\"x\"}}|absent",
        "{\"a\" \"model\":\"x\"}|undecided",
        "{\"a\":1 \"model\":\"x\"}|absent",
        "{\"mod\\u0065l\":\"x\"}|\"x\""
      })
  void saysWhenThereIsNone(String answer, String expected) {
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    assertThat(found(bytes, 0, bytes.length)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"", "\"", "{\"model\":\"", "\\", "{\"a\":[[[[", "  "})
  void standsAnyBytes(String answer) {
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    assertThat(AnswerModel.find(bytes, 0, bytes.length)).isNegative();
  }
}
