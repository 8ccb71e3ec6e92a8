package dev.headgate.bench.jmh;

import dev.headgate.kernel.envelope.EnvelopeScanner;
import dev.headgate.kernel.envelope.ScannedEnvelope;
import dev.headgate.kernel.envelope.SplicedBody;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Finding the facts of a body, and putting other bytes into it. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class EnvelopeBench {
  private static final byte[] MODEL = Inputs.ascii("\"gpt-4o-mini-2024-07-18\"");
  private static final byte[] TRUE = Inputs.ascii("true");

  /** Bytes of the body: a short chat, an agent's turn, a 75,000-token prompt. */
  @Param({"1000", "65536", "384000"})
  int size;

  private byte[] body = new byte[0];
  private byte[] sink = new byte[0];
  private int filled;
  private final EnvelopeScanner scanner = new EnvelopeScanner();
  private final ScannedEnvelope envelope = new ScannedEnvelope();
  private final ScannedEnvelope scanned = new ScannedEnvelope();
  private final SplicedBody spliced = new SplicedBody(scanned);

  /** For the harness. */
  public EnvelopeBench() {}

  /** Makes the body. */
  @Setup
  public void prepare() {
    body = Inputs.chat(size);
    sink = new byte[body.length + 1024];
    scanner.scan(body, 0, body.length, scanned);
  }

  /** One pass over the body. */
  @Benchmark
  public boolean scan() {
    scanner.scan(body, 0, body.length, envelope);
    return envelope.stream();
  }

  /** The edits of a streamed call, and one copy of the whole. */
  @Benchmark
  public int splice() throws IOException {
    spliced.reset(scanned);
    spliced.replace(scanned.field("model"), MODEL);
    spliced.setMember("stream_options", "include_usage", TRUE);
    filled = 0;
    spliced.forEachPiece((array, offset, length) -> {
      System.arraycopy(array, offset, sink, filled, length);
      filled += length;
    });
    return filled;
  }
}
