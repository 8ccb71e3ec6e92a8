package dev.headgate.bench.jmh;

import dev.headgate.kernel.metrics.HookMeter;
import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.kernel.metrics.MeterRegistry;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to count and time a call of a hook. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class MeterBench {
  private final HookMeter meter =
      new HookMeters(new MeterRegistry()).meter("bench", "HeaderGate", "gate");

  /** For the harness. */
  public MeterBench() {}

  /** The clock alone, to compare with. */
  @Benchmark
  public long clock() {
    return System.nanoTime();
  }

  /** A call that stands alone. */
  @Benchmark
  public long ok() {
    return meter.ok(meter.start());
  }

  /** A call that refuses. */
  @Benchmark
  public long refused() {
    return meter.refused(meter.start());
  }

  /** One of several calls in a row, which share the readings of the clock. */
  @Benchmark
  public long chained(Chain chain) {
    chain.at = meter.ok(chain.at);
    return chain.at;
  }

  /** The same from two threads at once. */
  @Benchmark
  @Threads(2)
  public long contended() {
    return meter.ok(meter.start());
  }

  /** Where the last call ended. */
  @State(Scope.Thread)
  public static class Chain {
    private long at = System.nanoTime();

    /** For the harness. */
    public Chain() {}
  }
}
