package dev.headgate.tokenizers.bpevector;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import java.util.List;

/** Brings the counter that uses vectors. */
public final class BpeVectorPlugin implements Plugin {

  /** Called by the service loader. */
  public BpeVectorPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    return List.of(new VectorCounterProvider(context.executor()));
  }
}
