package dev.headgate.bench.jmh;

import dev.headgate.kernel.http.ParsedHead;
import dev.headgate.kernel.http.ResponseHead;
import dev.headgate.spi.Bytes;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Reading the head of a request, and writing that of an answer. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class HeadBench {
  private static final Bytes CALL_ID =
      Bytes.of(Inputs.ascii("01a22ff3-4f2d-7a90-b5e5-5315383e8bf4"));
  private static final byte[] FIXED = Inputs.ascii("x-litellm-version: 0.1.0\r\n");

  private final byte[] bytes = Inputs.head(1000);
  private final ParsedHead head = new ParsedHead(200);
  private final ParsedHead parsed = new ParsedHead(200);
  private final ResponseHead response = new ResponseHead();

  /** Parses a head to look things up in. */
  public HeadBench() {
    parsed.parse(bytes, 0, bytes.length);
  }

  /** Fourteen header lines. */
  @Benchmark
  public ParsedHead parse() {
    head.parse(bytes, 0, bytes.length);
    return head;
  }

  /** A header that is there. */
  @Benchmark
  public @Nullable Bytes find() {
    return parsed.find("authorization");
  }

  /** A header that is not. */
  @Benchmark
  public @Nullable Bytes miss() {
    return parsed.find("x-headgate-timing");
  }

  /** What every answer of a model carries. */
  @Benchmark
  public int respond() {
    return response
        .begin(200)
        .header("content-type", "application/json")
        .header("x-litellm-call-id", CALL_ID)
        .lines(FIXED)
        .header("x-litellm-attempted-retries", 0)
        .millis("x-litellm-response-duration-ms", 21_345_678)
        .millis("x-litellm-overhead-duration-ms", 45_678)
        .length();
  }
}
