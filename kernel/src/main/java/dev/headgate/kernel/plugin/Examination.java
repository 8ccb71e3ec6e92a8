package dev.headgate.kernel.plugin;

import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginManifest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The jars of one plugin, and what is wrong with them together. */
final class Examination {
  private final List<PluginJar> jars;
  private final @Nullable PluginJar main;
  private final boolean modular;

  Examination(List<PluginJar> jars, List<String> problems) {
    this.jars = jars;
    this.main = main(jars, problems);
    // A gateway that runs on the class path has no layer that a plugin's could stand on.
    boolean hasLayer = Plugin.class.getModule().getLayer() != null;
    this.modular = hasLayer && jars.stream().allMatch(jar -> jar.module().isPresent());
    if (main == null) {
      return;
    }
    problems.addAll(main.manifest().map(ManifestReading::problems).orElse(List.of()));
    checkProvider(main, problems);
    problems.addAll(
        ModuleRules.broken(jars, manifest().map(Manifest::grantedModules).orElse(List.of())));
  }

  List<PluginJar> jars() {
    return jars;
  }

  Optional<PluginJar> main() {
    return Optional.ofNullable(main);
  }

  Optional<Manifest> manifest() {
    return main().flatMap(PluginJar::manifest).flatMap(ManifestReading::manifest);
  }

  boolean modular() {
    return modular;
  }

  private static @Nullable PluginJar main(List<PluginJar> jars, List<String> problems) {
    List<PluginJar> withManifest = jars.stream().filter(jar -> jar.manifest().isPresent()).toList();
    if (withManifest.size() == 1) {
      return withManifest.getFirst();
    }
    if (withManifest.size() > 1) {
      problems.add(
          withManifest.stream().map(PluginJar::name).toList()
              + " each have "
              + PluginManifest.RESOURCE
              + ", but a plugin has one");
    } else if (problems.isEmpty()) {
      problems.add(
          jars.isEmpty()
              ? "its folder holds no jar"
              : "no jar of it has " + PluginManifest.RESOURCE);
    }
    return null;
  }

  private static void checkProvider(PluginJar main, List<String> problems) {
    String how =
        main.module()
            .map(module -> "module " + module.name() + " says provides " + Plugin.class.getName())
            .orElse(main.name() + " has META-INF/services/" + Plugin.class.getName());
    if (main.providers().isEmpty()) {
      problems.add("nothing in it is a plugin: see that " + how + " with a class");
    } else if (main.providers().size() > 1) {
      problems.add("it offers " + main.providers() + " as plugins, but a manifest is for one");
    } else if (!main.missingProviders().isEmpty()) {
      problems.add(
          how + " with " + main.providers().getFirst() + ", a class that is not in " + main.name());
    }
  }
}
