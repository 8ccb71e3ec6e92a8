package dev.headgate.providers.anthropic;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.provider.ClientHeaders;
import java.util.List;

/** Brings the provider for Anthropic. */
public final class AnthropicPlugin implements Plugin {

  /** For the service loader. */
  public AnthropicPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    return List.of(new AnthropicProvider(context::environment, ClientHeaders.of(context)));
  }
}
