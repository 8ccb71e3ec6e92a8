package dev.headgate.tokenizers.estimate;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import java.util.List;

/** Brings the estimates. */
public final class EstimatePlugin implements Plugin {

  /** Called by the service loader. */
  public EstimatePlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    return List.of(new EstimateProvider(Family.packaged()));
  }
}
