package dev.headgate.providers.mock;

import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.Provider;
import dev.headgate.spi.provider.ProviderContext;
import dev.headgate.spi.routing.DeploymentSpec;
import java.util.Set;

/** Opens deployments that answer by themselves. */
final class MockProvider implements Provider {

  @Override
  public String name() {
    return "mock";
  }

  @Override
  public Set<String> prefixes() {
    return Set.of("mock");
  }

  @Override
  public Set<String> takesOver() {
    return Set.of(
        Script.MOCK_RESPONSE, Script.MOCK_TIMEOUT, Script.MOCK_DELAY, Script.MOCK_RATE_LIMIT);
  }

  @Override
  public Endpoint open(DeploymentSpec spec, ProviderContext context) {
    return new MockEndpoint(Script.of(spec.params()), context.clock());
  }
}
