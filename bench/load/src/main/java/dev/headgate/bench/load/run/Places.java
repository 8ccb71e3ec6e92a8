package dev.headgate.bench.load.run;

import dev.headgate.bench.load.BenchException;
import dev.headgate.bench.load.scenario.Scenario;
import dev.headgate.bench.load.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where things lie.
 *
 * @param home the distribution
 * @param bench the folder with scenarios, targets and peers
 * @param root what results are kept below
 */
public record Places(Path home, Path bench, Path root) {

  /** In a source tree its own files count, so that what is being edited is what runs. */
  public static Places of(Path home) {
    for (Path folder = home; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve("bench/scenarios"))
          && Files.exists(folder.resolve("pom.xml"))) {
        return new Places(home, folder.resolve("bench"), folder);
      }
    }
    return new Places(home, home.resolve("bench"), Path.of("").toAbsolutePath());
  }

  public Path gateway() {
    return home.resolve("bin").resolve("headgate");
  }

  /** The files of a kind, by name. */
  public List<Path> all(String folder, String ending) {
    Path at = bench.resolve(folder);
    if (!Files.isDirectory(at)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(at)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new BenchException("cannot read " + at + ": " + e.getMessage());
    }
  }

  public Scenario scenario(String name) {
    Path file = bench.resolve("scenarios").resolve(name + Scenario.ENDING);
    if (!Files.exists(file)) {
      throw new BenchException(
          "there is no scenario "
              + name
              + "; there are "
              + names(all("scenarios", Scenario.ENDING), Scenario.ENDING));
    }
    return Scenario.read(file);
  }

  /** A target by name; {@code bare+PLUGIN} is bare and one plugin more. */
  public TargetFile target(String name) {
    int plus = name.indexOf('+');
    if (plus > 0) {
      return target(name.substring(0, plus)).withPlugin(name.substring(plus + 1));
    }
    for (String folder : List.of("targets", "peers")) {
      Path file = bench.resolve(folder).resolve(name + TargetFile.ENDING);
      if (Files.exists(file)) {
        return TargetFile.read(file);
      }
    }
    throw new BenchException(
        "there is no target "
            + name
            + "; there are direct, "
            + names(all("targets", TargetFile.ENDING), TargetFile.ENDING)
            + ", "
            + names(all("peers", TargetFile.ENDING), TargetFile.ENDING));
  }

  private static String names(List<Path> files, String ending) {
    return String.join(
        ", ",
        files.stream().map(file -> file.getFileName().toString().replace(ending, "")).toList());
  }
}
