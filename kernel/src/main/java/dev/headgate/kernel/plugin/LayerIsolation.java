package dev.headgate.kernel.plugin;

import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginException;
import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.module.ResolutionException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Opens a plugin whose jars are all modules, in a layer of its own over the SPI's. Its own modules
 * are found first, so that it may carry another version of a library than anybody else.
 */
final class LayerIsolation {

  private LayerIsolation() {}

  static Plugin open(String main, List<Path> jars, Manifest manifest) {
    try {
      return load(main, layer(jars, manifest));
    } catch (FindException | ResolutionException | LayerInstantiationException e) {
      throw new PluginException("its modules do not fit together: " + e.getMessage(), e);
    }
  }

  private static ModuleLayer layer(List<Path> jars, Manifest manifest) {
    ModuleLayer parent =
        Objects.requireNonNull(Plugin.class.getModule().getLayer(), "the layer of the SPI");
    ModuleFinder finder = ModuleFinder.of(jars.toArray(Path[]::new));
    Set<String> all =
        finder.findAll().stream()
            .map(ModuleReference::descriptor)
            .map(descriptor -> descriptor.name())
            .collect(Collectors.toSet());
    Configuration configuration = parent.configuration().resolve(finder, ModuleFinder.of(), all);
    ModuleLayer.Controller controller =
        ModuleLayer.defineModulesWithOneLoader(
            configuration, List.of(parent), new ContractLoader(manifest.grantedModules()));
    if (manifest.wantsNativeAccess()) {
      allowNativeAccess(controller, all);
    }
    return controller.layer();
  }

  @SuppressWarnings("restricted") // The operator lists the plugin in headgate.plugins.grants.
  private static void allowNativeAccess(ModuleLayer.Controller controller, Set<String> modules) {
    for (String name : modules) {
      controller.layer().findModule(name).ifPresent(controller::enableNativeAccess);
    }
  }

  private static Plugin load(String main, ModuleLayer layer) {
    return ServiceLoader.load(layer, Plugin.class).stream()
        .filter(provider -> provider.type().getModule().getLayer() == layer)
        .filter(provider -> provider.type().getModule().getName().equals(main))
        .findFirst()
        .orElseThrow(() -> new PluginException("module " + main + " provides no plugin"))
        .get();
  }
}
