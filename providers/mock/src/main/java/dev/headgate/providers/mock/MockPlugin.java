package dev.headgate.providers.mock;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import java.util.List;

/**
 * Brings the provider {@code mock}, which also answers for any deployment or request that carries a
 * {@code mock_…} parameter, and the transport {@code network-mock}, which answers in place of every
 * upstream.
 */
public final class MockPlugin implements Plugin {

  /** Called by the service loader. */
  public MockPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    return List.of(new MockProvider(), new MockTransport(context.clock()));
  }
}
