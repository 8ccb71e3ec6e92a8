package dev.headgate.kernel.plugin;

import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.PluginManifest;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The plugins of the distribution: those that lie beside the kernel. */
final class BuiltIns {
  private static final String LAYER = "boot layer";

  private BuiltIns() {}

  /** All of them, in the order of their ids. */
  static List<FoundPlugin> find() {
    ModuleLayer layer = BuiltIns.class.getModule().getLayer();
    Stream<FoundPlugin> found = layer == null ? onClassPath() : in(layer);
    return found.sorted(Comparator.comparing(FoundPlugin::id)).toList();
  }

  private static Stream<FoundPlugin> in(ModuleLayer layer) {
    return layer.modules().stream()
        .filter(BuiltIns::providesPlugin)
        .map(module -> found(layer, module));
  }

  private static boolean providesPlugin(Module module) {
    return module.getDescriptor().provides().stream()
        .anyMatch(provides -> provides.service().equals(Plugin.class.getName()));
  }

  private static FoundPlugin found(ModuleLayer layer, Module module) {
    ManifestReading reading = manifest(module);
    return new FoundPlugin(
        reading.manifest().map(Manifest::id).orElse(module.getName()),
        reading.manifest().orElse(null),
        location(layer, module),
        LAYER,
        reading.problems(),
        reading.warnings(),
        () -> open(layer, module));
  }

  private static ManifestReading manifest(Module module) {
    try (InputStream file = module.getResourceAsStream(PluginManifest.RESOURCE)) {
      return file == null
          ? ManifestReading.broken(PluginManifest.RESOURCE + " is missing")
          : ManifestReading.of(file);
    } catch (IOException e) {
      return ManifestReading.broken(PluginManifest.RESOURCE + " cannot be read: " + e);
    }
  }

  private static String location(ModuleLayer layer, Module module) {
    return layer
        .configuration()
        .findModule(module.getName())
        .flatMap(resolved -> location(resolved.reference()))
        .orElse("module " + module.getName());
  }

  private static Optional<String> location(ModuleReference reference) {
    return reference
        .location()
        .filter(uri -> "file".equals(uri.getScheme()))
        .map(uri -> Path.of(uri).toString());
  }

  private static Plugin open(ModuleLayer layer, Module module) {
    return ServiceLoader.load(layer, Plugin.class).stream()
        .filter(provider -> provider.type().getModule() == module)
        .findFirst()
        .orElseThrow(
            () -> new PluginException("module " + module.getName() + " provides no plugin"))
        .get();
  }

  private static Stream<FoundPlugin> onClassPath() {
    return ServiceLoader.load(Plugin.class, BuiltIns.class.getClassLoader()).stream()
        .map(BuiltIns::found);
  }

  private static FoundPlugin found(ServiceLoader.Provider<Plugin> provider) {
    ManifestReading reading = FoundPlugin.manifestBeside(provider.type());
    return new FoundPlugin(
        reading.manifest().map(Manifest::id).orElse(provider.type().getName()),
        reading.manifest().orElse(null),
        provider.type().getProtectionDomain().getCodeSource().getLocation().toString(),
        "class path",
        reading.problems(),
        reading.warnings(),
        provider);
  }
}
