package dev.headgate.bench.load.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bench.load.drive.Expectation.Closeness;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectationTest {

  private static final String GOLDEN = "{\"choices\":[{\"message\":{\"content\":\"Yes.\"}}]}";
  private static final String EMPTY = "@0000000000000000000";
  private static final String STAMPED = "@0000123456789012345";

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static AnswerReader answer(int status, String body) {
    AnswerReader reader = new AnswerReader();
    byte[] answer =
        bytes(
            "HTTP/1.1 "
                + status
                + " X\r\nx-overhead: 1\r\ncontent-length: "
                + bytes(body).length
                + "\r\n\r\n"
                + body);
    try {
      reader.feed(answer, 0, answer.length);
    } catch (BadAnswer e) {
      throw new AssertionError(e);
    }
    return reader;
  }

  private static Expectation like(Closeness closeness, String golden, boolean stream) {
    return Expectation.of(closeness, bytes(golden), List.of("content"), stream);
  }

  @Test
  void takesTheBytesOfTheUpstream() {
    assertThat(like(Closeness.BYTES, GOLDEN, false).verdict(answer(200, GOLDEN))).isEmpty();
  }

  @Test
  void calls1ByteOfDifferenceAnError() {
    String other = GOLDEN.replace("Yes.", "Yes!");
    assertThat(like(Closeness.BYTES, GOLDEN, false).verdict(answer(200, other))).isNotEmpty();
    assertThat(like(Closeness.BYTES, GOLDEN, false).verdict(answer(200, GOLDEN + " ")))
        .isNotEmpty();
    assertThat(like(Closeness.TEXT, GOLDEN, false).verdict(answer(200, other))).isNotEmpty();
  }

  @Test
  void callsAnotherStatusAnErrorWhateverTheBody() {
    assertThat(like(Closeness.BYTES, GOLDEN, false).verdict(answer(500, GOLDEN))).contains("500");
    assertThat(Expectation.status(401).verdict(answer(200, "{}"))).contains("instead of 401");
    assertThat(Expectation.status(401).verdict(answer(401, "{}"))).isEmpty();
  }

  @Test
  void takesTheSameTextInOtherJsonWhereThatIsEnough() {
    String other =
        "{ \"id\" : \"x\", \"choices\": [ {\"message\": { \"content\" : \"Yes.\" } } ] }\n";
    assertThat(like(Closeness.TEXT, GOLDEN, false).verdict(answer(200, other))).isEmpty();
    assertThat(like(Closeness.TEXT, GOLDEN, false).verdict(answer(200, "Yes."))).isNotEmpty();
  }

  @Test
  void letsStampsDifferAndNothingElse() {
    String golden = "data: {\"content\":\"" + EMPTY + " \"}\n\ndata: [DONE]\n\n";
    Expectation exact = like(Closeness.BYTES, golden, true);
    assertThat(exact.verdict(answer(200, golden.replace(EMPTY, STAMPED)))).isEmpty();
    assertThat(exact.verdict(answer(200, golden.replace("data", "dada")))).isNotEmpty();
    Expectation text = like(Closeness.TEXT, golden, true);
    assertThat(text.verdict(answer(200, golden.replace(EMPTY, STAMPED)))).isEmpty();
    assertThat(text.verdict(answer(200, golden.replace("[DONE]", "")))).contains("[DONE]");
  }

  @Test
  void missesAHeaderThatIsWanted() {
    Expectation expectation = like(Closeness.BYTES, GOLDEN, false);
    assertThat(expectation.withHeaders(List.of("x-overhead")).verdict(answer(200, GOLDEN)))
        .isEmpty();
    assertThat(expectation.withHeaders(List.of("x-other")).verdict(answer(200, GOLDEN)))
        .contains("x-other");
  }
}
