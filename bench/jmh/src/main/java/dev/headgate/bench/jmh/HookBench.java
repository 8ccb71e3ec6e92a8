package dev.headgate.bench.jmh;

import dev.headgate.bench.plugin.empty.EmptyExtensions;
import dev.headgate.bench.plugin.loop.Request;
import dev.headgate.spi.Extension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the kernel spends on calling a hook of each kind: a request with several empty plugins of
 * the kind. The difference to {@code none}, divided by their number, is the cost of one; a {@code
 * StreamTransform} is called for each of twenty frames.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class HookBench {
  static final int REQUESTS = 500;

  /** The kind; {@code none} to compare with. */
  @Param({
    "none",
    "Authenticator",
    "HeaderGate",
    "CandidateFilter",
    "LimitSource",
    "PriceBook",
    "Guardrail",
    "ResponseCache",
    "AttemptListener",
    "StreamTransform",
    "UsageListener",
    "UsageSink"
  })
  String kind = "none";

  /** How many plugins. */
  @Param("4")
  int plugins;

  /** Whether the answer is a stream. */
  @Param({"false", "true"})
  boolean stream;

  private Loop loop;
  private Request request;

  /** For the harness, which sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public HookBench() {}

  /** Starts the gateway. */
  @Setup
  public void start() throws IOException {
    List<Extension> around =
        kind.equals("LimitSource") ? List.of(EmptyExtensions.ledger()) : List.of();
    loop = new Loop(kind.equals("none") ? List.of() : Loop.empties(kind, plugins), around, "");
    String body = new String(Inputs.chat(1000), StandardCharsets.US_ASCII);
    request =
        Request.post(
            Loop.CHAT,
            body.replace("gpt-4o-mini", "bench")
                .replace("\"stream\":false", "\"stream\":" + stream),
            List.of("authorization: Bearer " + Loop.KEY),
            true);
  }

  /** Stops it. */
  @TearDown
  public void stop() throws IOException {
    loop.close();
  }

  /** A whole request, without the network. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public void request() {
    loop.ask(request, REQUESTS);
  }
}
