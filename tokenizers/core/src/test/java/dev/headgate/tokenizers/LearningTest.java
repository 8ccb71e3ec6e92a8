package dev.headgate.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What is learnt changes no count, however much it is and however many learn. */
class LearningTest {
  private static final int WORDS = 60_000;

  @Test
  void countsTheSameWhileTablesFillAndAreMadeAnew() throws Exception {
    Encoding r50k = Encodings.get("r50k_base");
    byte[] text = unusualWords().getBytes(StandardCharsets.UTF_8);
    long expected = r50k.encode(text).length;
    Callable<List<Long>> task =
        () -> {
          List<Long> counts = new ArrayList<>();
          for (int i = 0; i < 6; i++) {
            counts.add(r50k.counter().count(MemorySegment.ofArray(text)));
          }
          return counts;
        };
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (Future<List<Long>> counts : threads.invokeAll(List.of(task, task, task, task))) {
        assertThat(counts.get()).containsOnly(expected);
      }
    }
  }

  /** More than the tables hold, short and long. */
  private static String unusualWords() {
    Random random = new Random(23);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < WORDS; i++) {
      text.append(' ');
      for (int k = 5 + random.nextInt(18); k > 0; k--) {
        text.append((char) ('a' + random.nextInt(26)));
      }
    }
    return text.toString();
  }
}
