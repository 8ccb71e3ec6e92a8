package dev.headgate.kernel.tokens;

import dev.headgate.spi.admission.Exactness;
import dev.headgate.spi.admission.TokenCounter;
import java.lang.foreign.MemorySegment;

/** Four bytes a token: what is left when no plugin counts. */
final class ByteEstimate implements TokenCounter {
  private static final int BYTES_A_TOKEN = 4;

  @Override
  public long count(MemorySegment utf8) {
    return (utf8.byteSize() + BYTES_A_TOKEN - 1) / BYTES_A_TOKEN;
  }

  @Override
  public Exactness exactness() {
    return Exactness.ESTIMATE;
  }

  @Override
  public String fingerprint() {
    return "bytes/4";
  }
}
