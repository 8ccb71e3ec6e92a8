package dev.headgate.bench.load;

import dev.headgate.bench.load.report.Report;
import dev.headgate.bench.load.report.SideBySide;
import dev.headgate.bench.load.run.BenchRun;
import dev.headgate.bench.load.run.Places;
import dev.headgate.bench.load.run.Progress;
import dev.headgate.bench.load.run.RunOptions;
import dev.headgate.bench.load.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** The command line of {@code headgate bench}, in a process of its own. */
public final class LoadCommand {

  private static final String USAGE =
      """
      usage: headgate bench SCENARIO [options]
             headgate bench list
             headgate bench report DIR
        --targets A,B      instead of the scenario's targets
        --peer NAME        one target more; may be repeated
        --url NAME=URL     a gateway that runs already (http://HOST:PORT, and #PID to watch it)
        --key KEY          the key for those
        --target-host H    allows load on that host besides this machine
        --upstream-port N  where the upstream listens (any free port)
        --rounds N         instead of the scenario's
        --slice-ms N       instead of the scenario's
        --out DIR          an empty folder for the results (bench/results/DATE-SCENARIO)\
      """;

  private final Places places;
  private final List<String> targets = new ArrayList<>();
  private final List<String> peers = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();
  private final List<String> words = new ArrayList<>();
  private String key = "sk-benchmark-0123456789abcdef";
  private Optional<String> targetHost = Optional.empty();
  private int upstreamPort;
  private Optional<Integer> rounds = Optional.empty();
  private Optional<Integer> sliceMillis = Optional.empty();
  private Optional<Path> out = Optional.empty();

  private LoadCommand(Places places) {
    this.places = places;
  }

  /** Runs what the arguments say. */
  public static void main(String[] args) {
    int code;
    try {
      Path home =
          Optional.ofNullable(System.getProperty("headgate.home"))
              .map(Path::of)
              .orElse(Path.of("").toAbsolutePath());
      code = new LoadCommand(Places.of(home)).run(List.of(args));
    } catch (BenchException e) {
      System.err.println("headgate bench: " + e.reason());
      code = 1;
    }
    System.exit(code);
  }

  private int run(List<String> args) {
    parse(args);
    if (words.isEmpty()) {
      System.err.println(USAGE);
      return 2;
    }
    String word = words.getFirst();
    switch (word) {
      case "list" -> list();
      case "report" -> {
        if (words.size() != 2) {
          throw new BenchException("report needs the folder of a run's results");
        }
        report(Path.of(words.get(1)));
      }
      default -> {
        Path results =
            new BenchRun(places, places.scenario(word), options(), new Progress(System.out)).run();
        report(results);
      }
    }
    return 0;
  }

  private static void report(Path results) {
    Report.write(results);
    System.out.println();
    System.out.println(SideBySide.of(results));
    System.out.println(results.resolve("report.html"));
  }

  private void list() {
    for (Path file : places.all("scenarios", Scenario.ENDING)) {
      Scenario scenario = Scenario.read(file);
      System.out.printf("%-22s %s%n", scenario.name(), scenario.title());
    }
  }

  private RunOptions options() {
    return new RunOptions(
        targets, peers, urls, key, targetHost, upstreamPort, rounds, sliceMillis, out);
  }

  private void parse(List<String> args) {
    Iterator<String> rest = args.iterator();
    while (rest.hasNext()) {
      String arg = rest.next();
      switch (arg) {
        case "--targets" -> targets.addAll(List.of(value(arg, rest).split(",", -1)));
        case "--peer" -> peers.add(value(arg, rest));
        case "--url" -> urls.add(value(arg, rest));
        case "--key" -> key = value(arg, rest);
        case "--target-host" -> targetHost = Optional.of(value(arg, rest));
        case "--upstream-port" -> upstreamPort = number(arg, rest);
        case "--rounds" -> rounds = Optional.of(number(arg, rest));
        case "--slice-ms" -> sliceMillis = Optional.of(number(arg, rest));
        case "--out" -> out = Optional.of(Path.of(value(arg, rest)));
        default -> {
          if (arg.startsWith("-")) {
            throw new BenchException("there is no option " + arg + "\n" + USAGE);
          }
          words.add(arg);
        }
      }
    }
  }

  private static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new BenchException(option + " needs a value");
    }
    return rest.next();
  }

  private static int number(String option, Iterator<String> rest) {
    String value = value(option, rest);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new BenchException(option + " needs a whole number, not " + value);
    }
  }
}
