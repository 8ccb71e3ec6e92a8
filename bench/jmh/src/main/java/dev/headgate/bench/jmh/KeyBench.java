package dev.headgate.bench.jmh;

import dev.headgate.kernel.http.ParsedHead;
import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.plugins.authmaster.AuthMasterPlugin;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.auth.AuthRequest;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.auth.Credential;
import dev.headgate.spi.http.RequestHead;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Telling the master key from others. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class KeyBench {
  private final byte[] bytes = Inputs.head(1000);
  private final ParsedHead head = new ParsedHead(200);
  private final AuthRequest good = new Shown(head, new Key(Bytes.of(Inputs.ascii(Loop.KEY))));
  private final AuthRequest bad =
      new Shown(head, new Key(Bytes.of(Inputs.ascii("sk-bench-0123456789abcdeg"))));
  private Loop loop;
  private Authenticator master;

  /** For the harness, which starts the gateway. */
  @SuppressWarnings("NullAway.Init")
  public KeyBench() {}

  private record Shown(RequestHead head, Credential credential) implements AuthRequest {}

  private record Key(Bytes secret) implements Credential {
    @Override
    public String header() {
      return "authorization";
    }

    @Override
    public Scheme scheme() {
      return Scheme.BEARER;
    }
  }

  /** Has the plugin started by a gateway. */
  @Setup
  public void start() throws IOException {
    head.parse(bytes, 0, bytes.length);
    loop =
        new Loop(
            List.of(FoundPlugin.given(AuthMasterPlugin.class, AuthMasterPlugin::new)),
            List.of(),
            "");
    master = loop.gateway().extensions(Authenticator.class).getFirst();
  }

  /** Stops it. */
  @TearDown
  public void stop() throws IOException {
    loop.close();
  }

  /** The key. */
  @Benchmark
  public AuthResult good() {
    return master.authenticate(good);
  }

  /** Another key. */
  @Benchmark
  public AuthResult bad() {
    return master.authenticate(bad);
  }
}
