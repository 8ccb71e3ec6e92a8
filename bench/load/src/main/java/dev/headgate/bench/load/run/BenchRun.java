package dev.headgate.bench.load.run;

import dev.headgate.bench.load.BenchException;
import dev.headgate.bench.load.drive.LoadRun;
import dev.headgate.bench.load.drive.Recording;
import dev.headgate.bench.load.net.EventLoop;
import dev.headgate.bench.load.net.LoopUpstream;
import dev.headgate.bench.load.scenario.Lane;
import dev.headgate.bench.load.scenario.Scenario;
import dev.headgate.bench.load.targets.Cores;
import dev.headgate.bench.load.targets.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs a scenario: targets up, warm, then slices in turn, and everything into files. */
public final class BenchRun {

  private static final Duration LONGEST_STOP = Duration.ofSeconds(5);
  private static final Duration LONGEST_LIMIT = Duration.ofMinutes(5);

  private final Places places;
  private final Scenario scenario;
  private final RunOptions options;
  private final Progress progress;
  private final EventLoop loop = EventLoop.start("load");
  private final Map<String, Observer> observers = new HashMap<>();

  public BenchRun(Places places, Scenario scenario, RunOptions options, Progress progress) {
    this.places = places;
    this.scenario = scenario;
    this.options = options;
    this.progress = progress;
  }

  /**
   * Runs it.
   *
   * @return the folder of the results
   */
  public Path run() {
    requirePlugins();
    Cores cores = Cores.ofThisMachine();
    cores.pinThisProcess();
    ResultFolder results = ResultFolder.create(places, scenario, options);
    Map<String, String> facts = Facts.of(places, scenario, cores);
    try (LoopUpstream upstream = LoopUpstream.start(options.upstreamPort())) {
      Target direct = Target.direct(upstream.port());
      try (Lineup lineup = new Lineup(places, scenario, options, cores, direct, progress)) {
        switch (scenario.kind()) {
          case SLICES -> slices(lineup, new Workload(direct), results);
          case STARTS -> starts(lineup, results);
          case SOAK -> {
            lineup.startAll(results);
            Workload workload = new Workload(direct);
            for (Target target : lineup.targets()) {
              new Soak(scenario, loop, upstream, results, progress).run(target, workload);
            }
          }
        }
        lineup.versions().forEach((name, version) -> facts.put("version of " + name, version));
        results.facts(facts);
      }
    } finally {
      loop.close();
    }
    return results.path();
  }

  private void requirePlugins() {
    List<String> there = Plugins.of(places.home());
    List<String> missing = new ArrayList<>(scenario.needs());
    missing.removeAll(there);
    if (!missing.isEmpty()) {
      throw new BenchException(
          scenario.name()
              + " needs a plugin that this distribution does not have: "
              + String.join(", ", missing)
              + "; it has "
              + String.join(", ", there));
    }
  }

  private void starts(Lineup lineup, ResultFolder results) {
    for (int number = 1; number <= scenario.starts(); number++) {
      for (String name : lineup.names()) {
        if (!name.equals(Target.DIRECT)) {
          progress.say("start " + number + " of " + name);
          lineup.startOnce(places.target(name), results, number).close();
        }
      }
    }
  }

  private void slices(Lineup lineup, Workload workload, ResultFolder results) {
    lineup.startAll(results);
    List<Target> targets = lineup.targets();
    targets.forEach(target -> observers.put(target.name(), new Observer(target)));
    warmUp(targets, workload);
    int rounds = options.rounds().orElse(scenario.rounds());
    for (int round = 1; round <= rounds; round++) {
      for (Lane lane : scenario.lanes()) {
        List<Target> turn = new ArrayList<>(targets);
        Collections.rotate(turn, round - 1); // Nobody is always measured after the same neighbour.
        for (Target target : turn) {
          if (!lane.skip().contains(target.name())) {
            SliceResult result = slice(round, lane, target, workload);
            results.slice(result);
            progress.say(line(rounds, result));
          }
        }
      }
    }
    lineup.memory(results);
    results.percentiles();
  }

  private void warmUp(List<Target> targets, Workload workload) {
    for (Lane lane : scenario.lanes()) {
      for (Target target : targets) {
        if (scenario.warmUp().isZero() || lane.skip().contains(target.name())) {
          continue;
        }
        LoadRun run = new LoadRun(loop, workload.load(lane, target), lane.pattern(), 0);
        run.start();
        run.beginRecording();
        run.awaitLimit(warmUp(target));
        Recording recording = run.endRecording();
        run.stop(LONGEST_STOP);
        progress.say(
            String.format(
                Locale.ROOT,
                "warm-up  %-14s %-22s %9.0f/s%s",
                lane.name(),
                target.name(),
                recording.requests() / recording.seconds(),
                errors(recording)));
      }
    }
  }

  /** The upstream and a plain proxy have nothing to compile. */
  private Duration warmUp(Target target) {
    boolean plain = target.pid().isEmpty() || target.name().equals("nginx");
    return plain ? scenario.warmUp().dividedBy(4) : scenario.warmUp();
  }

  private SliceResult slice(int round, Lane lane, Target target, Workload workload) {
    LoadRun run = new LoadRun(loop, workload.load(lane, target), lane.pattern(), lane.limit());
    Observer observer = observers.getOrDefault(target.name(), new Observer(target));
    Duration length = options.duration().map(Duration::ofMillis).orElse(lane.slice());
    if (lane.limit() == 0) {
      run.start();
      run.awaitLimit(scenario.leadIn());
      observer.begin();
      run.beginRecording();
      run.awaitLimit(length);
    } else {
      observer.begin();
      run.beginRecording();
      run.start();
      run.awaitLimit(LONGEST_LIMIT);
    }
    Recording recording = run.endRecording();
    SliceResult.Observed observed = observer.end();
    run.stop(LONGEST_STOP);
    return new SliceResult(round, lane.name(), target.name(), recording, observed);
  }

  private static String line(int rounds, SliceResult result) {
    Map<String, String> fields = new LinkedHashMap<>();
    List<String> values = result.fields();
    for (int i = 0; i < values.size(); i++) {
      fields.put(SliceResult.COLUMNS.get(i), values.get(i));
    }
    return String.format(
        Locale.ROOT,
        "%d/%d  %-14s %-22s %9.0f/s  p50 %8s  p99 %8s ms  CPU %9s us%s",
        result.round(),
        rounds,
        result.lane(),
        result.target(),
        Double.parseDouble(fields.getOrDefault("rps", "0")),
        fields.get("p50_ms"),
        fields.get("p99_ms"),
        fields.get("cpu_us"),
        errors(result.recording()));
  }

  private static String errors(Recording recording) {
    return recording.errorCount() == 0
        ? ""
        : "  ERRORS " + recording.errorCount() + ": " + recording.errors().keySet();
  }
}
