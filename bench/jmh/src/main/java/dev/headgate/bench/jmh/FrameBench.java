package dev.headgate.bench.jmh;

import dev.headgate.kernel.answer.AnswerTap;
import dev.headgate.kernel.answer.SseFrames;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Nullable;
import dev.headgate.spi.usage.Usage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What is done with each frame of a stream, and with a plain answer. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class FrameBench {
  static final int FRAMES = 50;

  private final byte[] stream = Inputs.frames(FRAMES);
  private final byte[] answer = Inputs.answer();
  private final AnswerTap tap = new AnswerTap(Dialect.OPENAI);

  /** For the harness. */
  public FrameBench() {}

  /** Finds the ends of frames. */
  @Benchmark
  @OperationsPerInvocation(FRAMES)
  public int borders() {
    int start = 0;
    int found = 0;
    while (start < stream.length) {
      int end = SseFrames.end(stream, start, start, stream.length);
      if (end < 0) {
        break;
      }
      start = end;
      found++;
    }
    return found;
  }

  /** Finds them and reads what they tell of usage. */
  @Benchmark
  @OperationsPerInvocation(FRAMES)
  public boolean tap() {
    tap.begin(Dialect.OPENAI);
    int start = 0;
    while (start < stream.length) {
      int end = SseFrames.end(stream, start, start, stream.length);
      if (end < 0) {
        break;
      }
      tap.event(stream, start, end);
      start = end;
    }
    return tap.finished();
  }

  /** Reads usage and id of a plain answer. */
  @Benchmark
  public @Nullable Usage answer() {
    tap.begin(Dialect.OPENAI);
    tap.answer(answer, 0, answer.length);
    return tap.usage();
  }
}
