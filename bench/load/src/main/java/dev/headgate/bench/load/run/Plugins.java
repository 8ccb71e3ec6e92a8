package dev.headgate.bench.load.run;

import dev.headgate.bench.load.BenchException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** The plugins of a distribution, read from the descriptors in its jars. */
final class Plugins {

  private static final String DESCRIPTOR = "META-INF/headgate/plugin.properties";

  private Plugins() {}

  /** Their ids, in order. */
  static List<String> of(Path home) {
    List<String> ids = new ArrayList<>();
    for (String folder : List.of("lib", "plugins")) {
      Path at = home.resolve(folder);
      if (!Files.isDirectory(at)) {
        continue;
      }
      try (Stream<Path> jars = Files.list(at)) {
        for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
          id(jar, ids);
        }
      } catch (IOException e) {
        throw new BenchException("cannot read " + at + ": " + e.getMessage());
      }
    }
    return ids.stream().sorted().toList();
  }

  private static void id(Path path, List<String> ids) throws IOException {
    try (JarFile jar = new JarFile(path.toFile())) {
      ZipEntry descriptor = jar.getEntry(DESCRIPTOR);
      if (descriptor != null) {
        Properties properties = new Properties();
        try (InputStream in = jar.getInputStream(descriptor)) {
          properties.load(in);
        }
        ids.add(properties.getProperty("id", path.getFileName().toString()));
      }
    }
  }
}
