package dev.headgate.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many bytes the hot classes allocate, once the compiler has seen them. */
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final int CALLS = 500;

  /** Well below the budget of a bare small chat, the connection's buffers included. */
  private static final double CHAT_BYTES = 1_200;

  /** A part of the data path. */
  private interface Step {
    Object run() throws IOException;
  }

  /** Keeps results from being optimised away. */
  private static volatile Object result = "";

  /**
   * The bytes of one call, as they are when the compiler is done. It works meanwhile, so calls go
   * on until they allocate no more than they may, or have had time enough.
   */
  private static double bytes(Step step, int calls, double most) throws IOException {
    double least = Double.MAX_VALUE;
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (least > most && System.nanoTime() - end < 0) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      Object last = result;
      for (int call = 0; call < calls; call++) {
        last = step.run();
      }
      least = Math.min(least, (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / calls);
      result = last;
    }
    return least;
  }

  private static void allocatesAtMost(double most, Step step) throws IOException {
    assertThat(bytes(step, CALLS, most)).isLessThanOrEqualTo(most);
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 65_536})
  void scanningABodyAllocatesLittleWhateverItsSize(int size) throws IOException {
    EnvelopeBench bench = new EnvelopeBench();
    bench.size = size;
    bench.prepare();
    allocatesAtMost(64, () -> bench.scan() ? "stream" : "plain");
  }

  @Test
  void editingABodyAllocatesLittle() throws IOException {
    EnvelopeBench bench = new EnvelopeBench();
    bench.size = 1_000;
    bench.prepare();
    int[] length = new int[1];
    allocatesAtMost(
        448,
        () -> {
          length[0] = bench.splice();
          return length;
        });
  }

  @Test
  void parsingAHeadAllocatesNothing() throws IOException {
    HeadBench bench = new HeadBench();
    allocatesAtMost(0, bench::parse);
  }

  @Test
  void lookingForAHeaderThatIsNotThereAllocatesNothing() throws IOException {
    HeadBench bench = new HeadBench();
    allocatesAtMost(0, () -> bench.miss() == null ? "absent" : "there");
  }

  @Test
  void writingAHeadAllocatesNothing() throws IOException {
    HeadBench bench = new HeadBench();
    allocatesAtMost(0, () -> bench.respond() > 0 ? "written" : "empty");
  }

  @Test
  void aFrameOfAStreamAllocatesNextToNothing() throws IOException {
    FrameBench bench = new FrameBench();
    allocatesAtMost(0, () -> bench.borders() == FrameBench.FRAMES ? "all" : "some");
    allocatesAtMost(2 * FrameBench.FRAMES, () -> bench.tap() ? "ended" : "goes on");
  }

  @Test
  void countingAndTimingAHookAllocatesNothing() throws IOException {
    MeterBench bench = new MeterBench();
    allocatesAtMost(0, () -> bench.ok() == 0 ? "zero" : "later");
    allocatesAtMost(0, () -> bench.refused() == 0 ? "zero" : "later");
  }

  @Test
  void knowingTheMasterKeyAllocatesLittle() throws IOException {
    KeyBench bench = new KeyBench();
    bench.start();
    try {
      allocatesAtMost(64, bench::good);
    } finally {
      bench.stop();
    }
  }

  @Test
  void lookingUpAModelAllocatesAtMostItsMatch() throws IOException {
    ModelBench bench = new ModelBench();
    bench.build();
    allocatesAtMost(32, bench::byName);
    allocatesAtMost(32, bench::byAlias);
  }

  /** A whole request with four empty plugins of a kind: none of them may cost an object. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "none",
        "Authenticator",
        "HeaderGate",
        "CandidateFilter",
        "Guardrail",
        "AttemptListener"
      })
  void aSmallChatWithEmptyPluginsStaysWithinItsBudget(String kind) throws IOException {
    HookBench bench = new HookBench();
    bench.kind = kind;
    bench.plugins = 4;
    bench.start();
    try {
      Step step =
          () -> {
            bench.request();
            return bench;
          };
      double most = CHAT_BYTES * HookBench.REQUESTS;
      assertThat(bytes(step, 1, most) / HookBench.REQUESTS).isLessThanOrEqualTo(CHAT_BYTES);
    } finally {
      bench.stop();
    }
  }
}
