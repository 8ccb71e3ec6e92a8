package dev.headgate.kernel.tokens;

import dev.headgate.spi.admission.Exactness;
import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenSink;
import java.lang.foreign.MemorySegment;

/**
 * A counter that stands in for the unknown one of a model: what it says is an estimate.
 *
 * @param counter the counter of another encoding
 */
record StandIn(TokenCounter counter) implements TokenCounter {

  @Override
  public long count(MemorySegment utf8) {
    return counter.count(utf8);
  }

  @Override
  public long countUpTo(MemorySegment utf8, long limit) {
    return counter.countUpTo(utf8, limit);
  }

  @Override
  public void split(MemorySegment utf8, TokenSink sink) {
    counter.split(utf8, sink);
  }

  @Override
  public Exactness exactness() {
    return Exactness.ESTIMATE;
  }

  @Override
  public String fingerprint() {
    return counter.fingerprint();
  }
}
