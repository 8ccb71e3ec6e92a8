package dev.headgate.bench.load.run;

import dev.headgate.bench.load.BenchException;
import dev.headgate.bench.load.scenario.Scenario;
import dev.headgate.bench.load.targets.Commands;
import dev.headgate.bench.load.targets.Cores;
import dev.headgate.bench.load.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a reader of the results must know about where they come from. */
final class Facts {

  private Facts() {}

  static Map<String, String> of(Places places, Scenario scenario, Cores cores) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("scenario", scenario.name());
    facts.put("title", scenario.title());
    facts.put("about", scenario.about());
    facts.put("date", Instant.now().truncatedTo(ChronoUnit.MINUTES).toString());
    facts.put("commit", commit(places.root()));
    facts.put("cpu", cpu());
    facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
    facts.put("load and upstream on core", cores.load().orElse("any"));
    facts.put("targets on core", cores.target().orElse("any"));
    facts.put("gateway options", options());
    facts.put("load average at the start", first(Path.of("/proc/loadavg")).orElse("unknown"));
    return facts;
  }

  static String version(TargetFile file) {
    return file.versionCommand()
        .map(command ->
            Commands.output(List.of(command.split("\\s+", -1)))
                .lines()
                .findFirst()
                .orElse("unknown"))
        .or(file::installPip)
        .or(file::installNpm)
        .orElse("of this commit");
  }

  private static String options() {
    return Optional.ofNullable(System.getenv("HEADGATE_JAVA_OPTS"))
        .filter(text -> !text.isEmpty())
        .orElse("as shipped");
  }

  private static String commit(Path root) {
    if (Commands.find("git").isEmpty() || !Files.exists(root.resolve(".git"))) {
      return "unknown";
    }
    try {
      String git = root.toString();
      String commit = Commands.output(List.of("git", "-C", git, "rev-parse", "--short", "HEAD"));
      String changed = Commands.output(List.of("git", "-C", git, "status", "--porcelain", "-uno"));
      return changed.isEmpty() ? commit : commit + " with changes";
    } catch (BenchException notARepository) {
      return "unknown";
    }
  }

  private static String cpu() {
    try {
      List<String> lines = Files.readAllLines(Path.of("/proc/cpuinfo"));
      String model =
          lines.stream()
              .filter(line -> line.startsWith("model name"))
              .map(line -> line.substring(line.indexOf(':') + 1).strip())
              .findFirst()
              .orElse(System.getProperty("os.arch"));
      long count = lines.stream().filter(line -> line.startsWith("processor")).count();
      return count + " x " + model;
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }

  private static Optional<String> first(Path file) {
    try {
      return Files.readAllLines(file).stream().findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
