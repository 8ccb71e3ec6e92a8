package dev.headgate.bench.load.targets;

import dev.headgate.bench.load.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which core runs what: the target the last one, the upstream and the load the first, so that a
 * target has a core for itself and its share of it can be read.
 *
 * @param load the core of load and upstream, empty where nothing is pinned
 * @param target the cores of the target, empty where nothing is pinned
 */
public record Cores(Optional<String> load, Optional<String> target) {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /** Nothing is pinned. */
  public static final Cores UNPINNED = new Cores(Optional.empty(), Optional.empty());

  /** The choice for this machine; nothing is pinned without taskset or with one core. */
  public static Cores ofThisMachine() {
    if (Commands.find("taskset").isEmpty() || !Files.isReadable(STATUS)) {
      return UNPINNED;
    }
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith(ALLOWED))
          .map(line -> of(line.substring(ALLOWED.length()).strip()))
          .findFirst()
          .orElse(UNPINNED);
    } catch (IOException e) {
      throw new BenchException("cannot read which cores may be used: " + e.getMessage());
    }
  }

  /** The choice among a list such as {@code 0-3,6}. */
  static Cores of(String list) {
    List<Integer> cores = new ArrayList<>();
    for (String range : list.split(",", -1)) {
      String[] ends = range.strip().split("-", 2);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int core = Integer.parseInt(ends[0]); core <= last; core++) {
        cores.add(core);
      }
    }
    if (cores.size() < 2) {
      return UNPINNED;
    }
    return new Cores(
        Optional.of(String.valueOf(cores.getFirst())),
        Optional.of(String.valueOf(cores.getLast())));
  }

  /** What goes before a command so that it runs on the target's cores. */
  public List<String> targetPrefix() {
    return target.map(list -> List.of("taskset", "-c", list)).orElse(List.of());
  }

  /** Moves this process to the core of the load. */
  public void pinThisProcess() {
    load.ifPresent(list ->
        Commands.output(
            List.of(
                "taskset", "-a", "-p", "-c", list, String.valueOf(ProcessHandle.current().pid()))));
  }
}
