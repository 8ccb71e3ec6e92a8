package dev.headgate.bench.plugin.empty;

import dev.headgate.spi.admission.Exactness;
import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenCounterProvider;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Set;

/** Takes every four bytes for a token, without looking at them. */
final class EmptyCounters implements TokenCounterProvider {
  private static final String ENCODING = "empty";

  @Override
  public String id() {
    return ENCODING;
  }

  @Override
  public Set<String> encodings() {
    return Set.of(ENCODING);
  }

  @Override
  public Optional<String> encodingOf(String model) {
    return Optional.of(ENCODING);
  }

  @Override
  public double probe() {
    return 1;
  }

  @Override
  public String diagnosis() {
    return "counts nothing";
  }

  @Override
  public TokenCounter load(String encoding) {
    return new TokenCounter() {
      @Override
      public long count(MemorySegment utf8) {
        return utf8.byteSize() / 4;
      }

      @Override
      public Exactness exactness() {
        return Exactness.ESTIMATE;
      }

      @Override
      public String fingerprint() {
        return ENCODING;
      }
    };
  }
}
