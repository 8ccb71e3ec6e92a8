package dev.headgate.providers.openai;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import java.util.List;

/** Brings one provider for each service that speaks OpenAI's dialect. */
public final class OpenAiPlugin implements Plugin {

  /** Called by the service loader. */
  public OpenAiPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    Policy policy = Policy.of(context);
    return Service.all().stream()
        .<Extension>map(service -> new OpenAiProvider(service, policy, context::environment))
        .toList();
  }
}
