package dev.headgate.kernel.routing;

import dev.headgate.spi.routing.Deployment;
import dev.headgate.spi.routing.ModelCatalog;
import java.util.List;

/** The models of the configuration that is in force, for plugins that show or group them. */
public final class ModelsInForce implements ModelCatalog {
  private volatile ModelTable table = ModelTable.empty();

  /** No models yet. */
  public ModelsInForce() {}

  /** Others are in force from now on. */
  public void set(ModelTable next) {
    table = next;
  }

  @Override
  public List<? extends Deployment> deployments() {
    return table.deployments();
  }
}
