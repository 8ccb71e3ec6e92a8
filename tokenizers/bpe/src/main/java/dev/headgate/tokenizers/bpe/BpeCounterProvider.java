package dev.headgate.tokenizers.bpe;

import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenCounterProvider;
import dev.headgate.tokenizers.Encodings;
import dev.headgate.tokenizers.SelfCheck;
import java.util.Set;

/** Counts in portable Java, on every machine. */
final class BpeCounterProvider implements TokenCounterProvider {

  @Override
  public String id() {
    return "bpe";
  }

  @Override
  public Set<String> encodings() {
    return Encodings.names();
  }

  @Override
  public double probe() {
    return 1.0;
  }

  @Override
  public String diagnosis() {
    return "serves: portable Java, needs nothing of the machine";
  }

  @Override
  public TokenCounter load(String encoding) {
    return SelfCheck.passed(Encodings.get(encoding).counter(), encoding);
  }
}
