package dev.headgate.distro;

import java.nio.file.Path;
import java.util.Optional;

/** Where the distribution lies. */
final class Installation {
  private Installation() {}

  /** The root of the distribution; empty when the gateway runs from class folders. */
  static Optional<Path> home() {
    return Optional.ofNullable(System.getProperty("headgate.home")).map(Path::of);
  }

  /** The folder of third-party plugins; it need not exist. */
  static Path plugins() {
    return home().orElse(Path.of(".headgate")).resolve("plugins");
  }
}
