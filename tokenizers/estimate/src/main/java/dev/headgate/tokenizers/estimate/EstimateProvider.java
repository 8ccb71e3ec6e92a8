package dev.headgate.tokenizers.estimate;

import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenCounterProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One estimate a family of models; what each has learnt is gone with the gateway. */
final class EstimateProvider implements TokenCounterProvider {
  private final Map<String, Family> byEncoding = new LinkedHashMap<>();

  EstimateProvider(List<Family> families) {
    families.forEach(family -> byEncoding.put(family.encoding(), family));
  }

  @Override
  public String name() {
    return id();
  }

  @Override
  public String id() {
    return "estimate";
  }

  @Override
  public Set<String> encodings() {
    return Set.copyOf(byEncoding.keySet());
  }

  @Override
  public Optional<String> encodingOf(String model) {
    String name = model.toLowerCase(Locale.ROOT);
    return byEncoding.values().stream()
        .filter(family -> family.has(name))
        .findFirst()
        .map(Family::encoding);
  }

  @Override
  public double probe() {
    return 1;
  }

  @Override
  public String diagnosis() {
    return "it estimates the tokens of "
        + byEncoding.size()
        + " families of models without a public tokenizer";
  }

  @Override
  public TokenCounter load(String encoding) {
    Family family = byEncoding.get(encoding);
    if (family == null) {
      throw new IllegalArgumentException("there is no estimate " + encoding);
    }
    return new LearningEstimate(family);
  }
}
