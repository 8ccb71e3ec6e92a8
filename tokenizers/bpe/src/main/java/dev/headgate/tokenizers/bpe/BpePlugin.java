package dev.headgate.tokenizers.bpe;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import java.util.List;

/** Brings the portable counter. */
public final class BpePlugin implements Plugin {

  /** Called by the service loader. */
  public BpePlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    return List.of(new BpeCounterProvider());
  }
}
