package dev.headgate.bench.plugin.empty;

import dev.headgate.spi.Dialect;
import dev.headgate.spi.Operation;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.Provider;
import dev.headgate.spi.provider.ProviderContext;
import dev.headgate.spi.routing.DeploymentSpec;
import java.util.Set;

/** Answers every call at once with the same bytes. */
public final class FixedProvider implements Provider, Endpoint {
  private final String prefix;

  /**
   * @param prefix of the models that are its own
   */
  public FixedProvider(String prefix) {
    this.prefix = prefix;
  }

  @Override
  public Set<String> prefixes() {
    return Set.of(prefix);
  }

  @Override
  public Endpoint open(DeploymentSpec spec, ProviderContext context) {
    return this;
  }

  @Override
  public boolean serves(Operation operation, Dialect dialect) {
    return true;
  }

  @Override
  public Answer call(Call call) {
    return FixedAnswer.to(call);
  }

  @Override
  public String address() {
    return "";
  }
}
