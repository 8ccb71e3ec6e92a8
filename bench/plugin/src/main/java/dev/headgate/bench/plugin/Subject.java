package dev.headgate.bench.plugin;

import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.kernel.plugin.Manifest;
import dev.headgate.kernel.plugin.PluginCatalog;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.PluginManifest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The plugin under test, and those that offer the services without which it does not start.
 *
 * @param plugin what is measured
 * @param manifest what it says of itself
 * @param helpers run in every set-up, so that they cost all of them the same
 * @param known all plugins that there are; those that do not run may have settings
 */
record Subject(
    FoundPlugin plugin, Manifest manifest, List<FoundPlugin> helpers, List<FoundPlugin> known) {

  /**
   * Finds a plugin.
   *
   * @param named its id, or its jar; jars beside it count as its own when their folder is named
   *     after its id
   * @param installed the folder of installed plugins
   * @param scratch an empty folder
   * @throws PluginException if there is none, or it cannot be loaded
   */
  static Subject find(String named, Path installed, Path scratch) {
    Path jar = Path.of(named);
    boolean file = named.endsWith(".jar") || Files.isRegularFile(jar);
    String id = file ? idOf(jar) : named;
    Path folder = file ? copy(jar, id, scratch) : installed;
    PluginCatalog catalog = PluginCatalog.of(folder, Set.of(id));
    FoundPlugin plugin =
        catalog.all().stream()
            .filter(one -> one.id().equals(id))
            .findFirst()
            .orElseThrow(() ->
                new PluginException(
                    "there is no plugin "
                        + id
                        + "; there are "
                        + String.join(", ", catalog.ids())));
    if (!plugin.problems().isEmpty()) {
      throw new PluginException(
          "plugin " + id + " cannot be loaded: " + plugin.problems().getFirst());
    }
    Manifest manifest = plugin.manifest().orElseThrow();
    return new Subject(plugin, manifest, helpers(manifest, catalog), catalog.all());
  }

  private static List<FoundPlugin> helpers(Manifest manifest, PluginCatalog catalog) {
    List<FoundPlugin> helpers = new ArrayList<>();
    for (String service : manifest.services()) {
      catalog.all().stream()
          .filter(one -> !one.id().equals(manifest.id()))
          .filter(one -> one.manifest().filter(m -> m.provides().contains(service)).isPresent())
          .findFirst()
          .filter(one -> !helpers.contains(one))
          .ifPresent(helpers::add);
    }
    return helpers;
  }

  private static String idOf(Path jar) {
    if (!Files.isRegularFile(jar)) {
      throw new PluginException("there is no file " + jar);
    }
    try (JarFile file = new JarFile(jar.toFile())) {
      ZipEntry entry = file.getEntry(PluginManifest.RESOURCE);
      if (entry == null) {
        throw new PluginException(jar + " has no " + PluginManifest.RESOURCE);
      }
      Properties properties = new Properties();
      try (InputStream text = file.getInputStream(entry)) {
        properties.load(text);
      }
      String id = properties.getProperty("id");
      if (id == null) {
        throw new PluginException(jar + ": " + PluginManifest.RESOURCE + " has no id");
      }
      return id.strip();
    } catch (IOException e) {
      throw new PluginException(jar + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The jar as an installation would hold it. */
  private static Path copy(Path jar, String id, Path scratch) {
    try {
      Path own = Files.createDirectories(scratch.resolve("plugins").resolve(id));
      Path folder = jar.toAbsolutePath().getParent();
      if (folder != null && folder.getFileName() != null && folder.endsWith(id)) {
        try (Stream<Path> beside = Files.list(folder)) {
          for (Path one : beside.filter(path -> path.toString().endsWith(".jar")).toList()) {
            Files.copy(one, own.resolve(one.getFileName()));
          }
        }
      } else {
        Files.copy(jar, own.resolve(jar.getFileName()));
      }
      return scratch.resolve("plugins");
    } catch (IOException e) {
      throw new PluginException(jar + " cannot be copied: " + e.getMessage(), e);
    }
  }

  String id() {
    return manifest.id();
  }

  boolean brings(String kind) {
    return manifest.kinds().contains(kind);
  }
}
