package dev.headgate.kernel.plugin;

import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.PluginManifest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * What a jar says of itself, read without loading a class.
 *
 * @param path where it lies
 * @param manifest its manifest of a plugin, if it has one
 * @param module its module, if it is a modular one
 * @param providers the classes that it offers as plugins
 * @param missingProviders those of them that it does not hold
 * @param holdsSpi whether it carries a copy of the SPI
 */
record PluginJar(
    Path path,
    Optional<ManifestReading> manifest,
    Optional<ModuleDescriptor> module,
    List<String> providers,
    List<String> missingProviders,
    boolean holdsSpi) {
  private static final String SERVICE = Plugin.class.getName();
  private static final String SPI_CLASS = SERVICE.replace('.', '/') + ".class";

  /**
   * Reads a jar.
   *
   * @throws PluginException if it is none, with one sentence
   */
  static PluginJar read(Path path) {
    try (JarFile jar = new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
      Optional<ModuleDescriptor> module = module(path, jar);
      List<String> providers =
          module.isPresent()
              ? providedBy(module.get())
              : listedIn(jar, "META-INF/services/" + SERVICE);
      return new PluginJar(
          path,
          manifest(jar),
          module,
          providers,
          providers.stream().filter(name -> !holds(jar, name)).toList(),
          jar.getEntry(SPI_CLASS) != null);
    } catch (IOException | FindException e) {
      throw new PluginException(path.getFileName() + " cannot be read: " + Causes.root(e), e);
    }
  }

  String name() {
    return path.getFileName().toString();
  }

  private static Optional<ManifestReading> manifest(JarFile jar) throws IOException {
    ZipEntry entry = jar.getEntry(PluginManifest.RESOURCE);
    if (entry == null) {
      return Optional.empty();
    }
    try (InputStream file = jar.getInputStream(entry)) {
      return Optional.of(ManifestReading.of(file));
    }
  }

  private static Optional<ModuleDescriptor> module(Path path, JarFile jar) {
    if (jar.getEntry("module-info.class") == null) {
      return Optional.empty();
    }
    return ModuleFinder.of(path).findAll().stream().findFirst().map(found -> found.descriptor());
  }

  private static List<String> providedBy(ModuleDescriptor module) {
    return module.provides().stream()
        .filter(provides -> provides.service().equals(SERVICE))
        .flatMap(provides -> provides.providers().stream())
        .toList();
  }

  private static List<String> listedIn(JarFile jar, String file) throws IOException {
    ZipEntry entry = jar.getEntry(file);
    if (entry == null) {
      return List.of();
    }
    try (Stream<String> lines =
        new BufferedReader(new InputStreamReader(jar.getInputStream(entry), StandardCharsets.UTF_8))
            .lines()) {
      return lines
          .map(line -> line.contains("#") ? line.substring(0, line.indexOf('#')) : line)
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .toList();
    }
  }

  private static boolean holds(JarFile jar, String className) {
    return jar.getEntry(className.replace('.', '/') + ".class") != null;
  }
}
