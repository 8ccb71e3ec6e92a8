package dev.headgate.bench.plugin;

import dev.headgate.spi.PluginException;
import dev.headgate.spi.SettingException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** {@code headgate bench plugin}: what one plugin adds to a request. */
public final class PluginBench {
  private static final double PART = 0.02;

  private PluginBench() {}

  /**
   * Runs the bench.
   *
   * @param args what was typed behind {@code plugin}
   * @param installed the folder of installed plugins
   * @param out takes the result
   * @param progress takes what happens meanwhile and what goes wrong
   * @return the exit code
   * @throws IllegalArgumentException if the arguments are wrong
   */
  public static int run(List<String> args, Path installed, PrintStream out, PrintStream progress) {
    BenchOptions options = BenchOptions.of(args);
    try {
      Path scratch = Files.createTempDirectory("headgate-bench");
      try {
        Subject subject = Subject.find(options.plugin(), installed, scratch);
        Findings findings = measure(subject, options, scratch, progress);
        out.print(options.json() ? findings.json() + "\n" : findings.text());
        return 0;
      } finally {
        delete(scratch);
      }
    } catch (PluginException | SettingException | UnmeasurableException e) {
      progress.println("headgate: " + e.getMessage());
    } catch (IOException e) {
      progress.println("headgate: the bench cannot work: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      progress.println("headgate: interrupted");
    }
    return 1;
  }

  static Findings measure(Subject subject, BenchOptions options, Path scratch, PrintStream progress)
      throws IOException, InterruptedException {
    long started = System.nanoTime();
    try (Stand stand = new Stand(subject, options, scratch)) {
      Trial trial = new Trial(stand.without(), stand.with(), stand.empty());
      progress.println("headgate: warming up " + subject.id() + " …");
      trial.warmUp(options.seconds() / 4);
      progress.println("headgate: measuring …");
      boolean narrow =
          trial.run(options.width() * 1e3, PART, started + (long) (options.seconds() * 1e9));
      List<HookFacts> hooks = HookFacts.of(stand.with().gateway().meters(), subject.id());
      long answered = stand.with().answered();
      Instructions counter = new Instructions(scratch);
      String missing = counter.missing();
      OptionalDouble added = OptionalDouble.empty();
      OptionalDouble emptyAdded = OptionalDouble.empty();
      if (missing.isEmpty()) {
        OptionalDouble base = counter.of(stand.without());
        added = minus(counter.of(stand.with()), base);
        emptyAdded = minus(counter.of(stand.empty()), base);
      }
      Set<String> met = met(stand.plan().measured(), hooks);
      Set<String> notMet = new TreeSet<>(subject.manifest().kinds());
      notMet.removeAll(met);
      return new Findings(
          subject.id(),
          met,
          notMet,
          stand.exercise(),
          trial,
          narrow,
          (System.nanoTime() - started) / 1e9,
          hooks,
          answered,
          added,
          emptyAdded,
          missing);
    }
  }

  /** A plugin need not bring all kinds of its manifest; token counters have no meter. */
  private static Set<String> met(Set<String> measured, List<HookFacts> hooks) {
    Set<String> met = new TreeSet<>(measured);
    met.removeIf(kind ->
        !kind.equals("TokenCounterProvider")
            && hooks.stream().noneMatch(hook -> hook.kind().equals(kind)));
    return met.isEmpty() ? measured : met;
  }

  private static OptionalDouble minus(OptionalDouble one, OptionalDouble other) {
    return one.isPresent() && other.isPresent()
        ? OptionalDouble.of(one.getAsDouble() - other.getAsDouble())
        : OptionalDouble.empty();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
