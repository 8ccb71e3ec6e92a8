package dev.headgate.kernel.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseFramesTest {
  private static final String EVENTS =
      "data: 안녕 🌍 però~~event: a~data: {\"x\":\"\\n\"}~~: comment~~id: 7~data:two~data: lines~~data: [DONE]~~";

  private static List<Integer> ends(byte[] stream, int... cuts) {
    SseFrames frames = new SseFrames();
    List<Integer> ends = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= cuts.length; i++) {
      int to = i < cuts.length ? cuts[i] : stream.length;
      int end = frames.next(stream, from, to);
      while (end >= 0) {
        ends.add(end);
        end = frames.next(stream, end, to);
      }
      from = to;
    }
    return ends;
  }

  private static byte[] stream(String lineEnd) {
    return EVENTS.replace("~", lineEnd).getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void findsTheSameEventsWhereverTheStreamIsCut(String lineEnd) {
    byte[] stream = stream(lineEnd);
    List<Integer> whole = ends(stream);
    assertThat(whole).hasSize(5).endsWith(stream.length);
    for (int first = 0; first <= stream.length; first++) {
      for (int second = first; second <= stream.length; second += 3) {
        List<Integer> ends = ends(stream, first, second);
        assertThat(ends).hasSize(5);
        for (int i = 0; i < 5; i++) {
          // an event that ends with CRLF may end at its CR when the LF has not come yet
          int late = whole.get(i) - ends.get(i);
          assertThat(late).isBetween(0, lineEnd.length() - 1);
          assertThat(late == 0 || ends.get(i) == first || ends.get(i) == second).isTrue();
        }
      }
    }
  }

  @Test
  void findsEveryEventByteByByte() {
    for (String lineEnd : List.of("\n", "\r\n", "\r")) {
      byte[] stream = stream(lineEnd);
      int[] cuts = new int[stream.length];
      for (int i = 0; i < cuts.length; i++) {
        cuts[i] = i + 1;
      }
      assertThat(ends(stream, cuts)).hasSize(5);
    }
  }

  @Test
  void endsEventsWhereLineEndsAreMixed() {
    byte[] stream = "a\r\n\nb\n\r\nc\r\r\nd\n\re\n\n".getBytes(StandardCharsets.UTF_8);
    assertThat(ends(stream)).containsExactly(4, 8, 12, 15, 18);
  }

  @Test
  void findsTheEndFromWhereItLookedBefore() {
    Random random = new Random(5);
    for (int round = 0; round < 20_000; round++) {
      byte[] stream = new byte[random.nextInt(30) + 1];
      for (int i = 0; i < stream.length; i++) {
        stream[i] = (byte) "\n\r\na: ".charAt(random.nextInt(6));
      }
      int start = random.nextInt(stream.length);
      int end = SseFrames.end(stream, start, start, stream.length);
      assertThat(end).isEqualTo(endByHand(stream, start));
      int limit = end < 0 ? stream.length : end - 1;
      for (int looked = start; looked < limit; looked++) {
        if (SseFrames.end(stream, start, start, looked) < 0) {
          assertThat(SseFrames.end(stream, start, looked, stream.length)).isEqualTo(end);
        }
      }
    }
  }

  /** Reads line by line, as the format is defined. */
  private static int endByHand(byte[] b, int start) {
    int line = start;
    while (line < b.length) {
      int p = line;
      while (p < b.length && b[p] != '\n' && b[p] != '\r') {
        p++;
      }
      if (p == b.length) {
        return -1;
      }
      int next = b[p] == '\r' && p + 1 < b.length && b[p + 1] == '\n' ? p + 2 : p + 1;
      if (p == line) {
        return next;
      }
      line = next;
    }
    return -1;
  }
}
