package dev.headgate.tokenizers.bpevector;

import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenCounterProvider;
import dev.headgate.tokenizers.BlockScanners;
import dev.headgate.tokenizers.Encoding;
import dev.headgate.tokenizers.Encodings;
import dev.headgate.tokenizers.PieceScanner;
import dev.headgate.tokenizers.SelfCheck;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;

/** Counts with vectors where there are any, and says why where there are none. */
final class VectorCounterProvider implements TokenCounterProvider {
  private final Executor executor;
  private final VectorProbe probe;

  VectorCounterProvider(Executor executor) {
    this(executor, VectorProbe.ofThisMachine());
  }

  VectorCounterProvider(Executor executor, VectorProbe probe) {
    this.executor = executor;
    this.probe = probe;
  }

  @Override
  public String id() {
    return "bpe-vector";
  }

  @Override
  public Set<String> encodings() {
    return Encodings.names();
  }

  @Override
  public double probe() {
    return probe.speed();
  }

  @Override
  public String diagnosis() {
    return probe.diagnosis();
  }

  /** Encodings whose pieces no block finds are counted with the portable scanner. */
  @Override
  public TokenCounter load(String encoding) {
    Encoding loaded = Encodings.get(encoding);
    Optional<BlockScanners> blocks = probe.scanners();
    if (blocks.isEmpty()) {
      throw new IllegalStateException("bpe-vector cannot serve: " + probe.diagnosis());
    }
    Optional<PieceScanner> scanner = loaded.scanner(blocks.get());
    if (scanner.isEmpty()) {
      return SelfCheck.passed(loaded.counter(), encoding);
    }
    SelfCheck.passed(loaded.counter(scanner.get()), encoding);
    WarmingScanner warming = new WarmingScanner(loaded.scanner(), scanner.get());
    executor.execute(warming::warm);
    return loaded.counter(warming);
  }
}
