package dev.headgate.kernel.plugin;

import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The plugins outside the distribution: {@code plugins/<id>/*.jar}. All that can be known without
 * loading a class is checked here; what is left are the surprises of running code.
 *
 * <p>When every jar is a module, the plugin gets a module layer of its own. When one is not, module
 * rules could not be kept for it, and all of the plugin's jars go to a class loader of their own,
 * which keeps to the same contract.
 */
final class PluginFolder {
  static final String OWN_LAYER = "own module layer";
  static final String OWN_LOADER = "own class loader";

  private PluginFolder() {}

  /**
   * All plugins of a folder, in the order of their ids.
   *
   * @param plugins the folder; need not exist
   * @param grants the ids of those that may use native code
   */
  static List<FoundPlugin> find(Path plugins, Set<String> grants) {
    if (!Files.isDirectory(plugins)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(plugins)) {
      return folders
          .filter(Files::isDirectory)
          .filter(folder -> !folder.getFileName().toString().startsWith("."))
          .sorted(Comparator.comparing(folder -> folder.getFileName().toString()))
          .map(folder -> examine(folder, grants))
          .toList();
    } catch (IOException e) {
      throw new PluginException("the folder " + plugins + " cannot be read: " + e, e);
    }
  }

  private static FoundPlugin examine(Path folder, Set<String> grants) {
    String id = folder.getFileName().toString();
    List<String> problems = new ArrayList<>();
    List<PluginJar> jars = read(jarsIn(folder), problems);
    Examination examination = new Examination(jars, problems);
    examination.main().ifPresent(main -> requireId(main, id, problems));
    Manifest manifest = examination.manifest().orElse(null);
    if (manifest != null) {
      problems.addAll(Grants.missing(manifest, examination.modular(), grants));
    }
    return found(id, folder.toString(), examination, problems);
  }

  private static void requireId(PluginJar main, String id, List<String> problems) {
    main.manifest()
        .flatMap(ManifestReading::manifest)
        .filter(manifest -> !manifest.id().equals(id))
        .ifPresent(manifest ->
            problems.add(
                "its folder is named "
                    + id
                    + ", but its manifest has the id "
                    + manifest.id()
                    + "; rename the folder"));
  }

  static FoundPlugin found(
      String id, String origin, Examination examination, List<String> problems) {
    return new FoundPlugin(
        id,
        examination.manifest().orElse(null),
        examination.main().map(jar -> jar.path().toString()).orElse(origin),
        examination.modular() ? OWN_LAYER : OWN_LOADER,
        problems,
        examination
            .main()
            .flatMap(PluginJar::manifest)
            .map(ManifestReading::warnings)
            .orElse(List.of()),
        opener(examination));
  }

  private static Supplier<Plugin> opener(Examination examination) {
    return () -> {
      PluginJar main = examination.main().orElseThrow();
      Manifest manifest = examination.manifest().orElseThrow();
      List<Path> jars = examination.jars().stream().map(PluginJar::path).toList();
      return examination.modular()
          ? LayerIsolation.open(main.module().orElseThrow().name(), jars, manifest)
          : LoaderIsolation.open(main.providers().getFirst(), jars, manifest);
    };
  }

  static List<Path> jarsIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".jar"))
          .sorted(Comparator.comparing(file -> file.getFileName().toString()))
          .toList();
    } catch (IOException e) {
      throw new PluginException("the folder " + folder + " cannot be read: " + e, e);
    }
  }

  static List<PluginJar> read(List<Path> paths, List<String> problems) {
    List<PluginJar> jars = new ArrayList<>();
    for (Path path : paths) {
      try {
        jars.add(PluginJar.read(path));
      } catch (PluginException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    return jars;
  }
}
