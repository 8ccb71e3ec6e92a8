package dev.headgate.plugins.storesql;

import dev.headgate.spi.PluginException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A folder for databases that are thrown away. */
final class ScratchFolder implements AutoCloseable {
  private final Path path;

  ScratchFolder() {
    try {
      path = Files.createTempDirectory("headgate-migrate");
    } catch (IOException e) {
      throw new PluginException("no temporary folder can be made: " + e.getMessage(), e);
    }
  }

  Path file(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() {
    try (var files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      System.getLogger("dev.headgate.plugins.storesql")
          .log(System.Logger.Level.WARNING, "the folder " + path + " could not be deleted", e);
    }
  }
}
