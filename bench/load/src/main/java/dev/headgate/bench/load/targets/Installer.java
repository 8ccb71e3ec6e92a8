package dev.headgate.bench.load.targets;

import dev.headgate.bench.load.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Puts peers into a folder of the user's cache, in exactly the version that their file names. */
public final class Installer {

  private static final String DONE = "installed";

  private final Path cache;
  private final Consumer<String> progress;

  public Installer(Path cache, Consumer<String> progress) {
    this.cache = cache;
    this.progress = progress;
  }

  /** The cache of this user. */
  public static Path usersCache() {
    String xdg = Optional.ofNullable(System.getenv("XDG_CACHE_HOME")).orElse("");
    Path cache = xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
    return cache.resolve("headgate-bench");
  }

  /** What keeps the peer from being installed, empty where nothing does. */
  public static Optional<String> lacks(TargetFile target) {
    return target
        .program()
        .filter(program -> Commands.find(program).isEmpty())
        .map(program -> target.title() + " needs " + program + ", which is not on this machine");
  }

  /** Installs the peer where it is not there yet, and gives its folder. */
  public Path install(TargetFile target) {
    String wanted = target.installPip().or(target::installNpm).orElse("");
    Path folder = cache.resolve(target.name());
    if (wanted.isEmpty() || isThere(folder, wanted)) {
      return folder;
    }
    progress.accept("installing " + wanted + " into " + folder);
    try {
      Files.createDirectories(folder);
      if (target.installPip().isPresent()) {
        Commands.output(List.of("python3", "-m", "venv", folder.toString()));
        Commands.output(
            List.of(folder.resolve("bin/pip").toString(), "install", "--quiet", wanted));
      } else {
        Commands.output(
            List.of(
                "npm",
                "install",
                "--silent",
                "--no-audit",
                "--no-fund",
                "--prefix",
                folder.toString(),
                wanted));
      }
      Files.writeString(folder.resolve(DONE), wanted);
    } catch (IOException e) {
      throw new BenchException("cannot write to " + folder + ": " + e.getMessage());
    }
    return folder;
  }

  private static boolean isThere(Path folder, String wanted) {
    try {
      return Files.exists(folder.resolve(DONE))
          && Files.readString(folder.resolve(DONE)).equals(wanted);
    } catch (IOException e) {
      throw new BenchException("cannot read " + folder + ": " + e.getMessage());
    }
  }
}
