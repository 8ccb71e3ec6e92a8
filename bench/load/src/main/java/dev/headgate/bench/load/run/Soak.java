package dev.headgate.bench.load.run;

import dev.headgate.bench.load.drive.LoadRun;
import dev.headgate.bench.load.drive.Pattern;
import dev.headgate.bench.load.drive.Recording;
import dev.headgate.bench.load.net.EventLoop;
import dev.headgate.bench.load.net.LoopUpstream;
import dev.headgate.bench.load.scenario.Lane;
import dev.headgate.bench.load.scenario.Scenario;
import dev.headgate.bench.load.targets.HotSpot;
import dev.headgate.bench.load.targets.ProcessClock;
import dev.headgate.bench.load.targets.Target;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One long run at a share of the capacity that is found first. Memory, threads, descriptors and
 * connections are sampled all the while; what grows shows as a slope.
 */
final class Soak {

  private static final Duration CAPACITY_WARM = Duration.ofSeconds(10);
  private static final Duration CAPACITY_MEASURED = Duration.ofSeconds(6);
  private static final Duration LONGEST_STOP = Duration.ofSeconds(10);
  private static final int SAMPLES_BETWEEN_COLLECTIONS = 30;
  private static final List<String> COLUMNS =
      List.of(
          "lane",
          "target",
          "seconds",
          "answers",
          "rss_mb",
          "live_mb",
          "threads",
          "descriptors",
          "upstream_connections",
          "cpu_s");

  private final Scenario scenario;
  private final EventLoop loop;
  private final LoopUpstream upstream;
  private final ResultFolder results;
  private final Progress progress;

  Soak(
      Scenario scenario,
      EventLoop loop,
      LoopUpstream upstream,
      ResultFolder results,
      Progress progress) {
    this.scenario = scenario;
    this.loop = loop;
    this.upstream = upstream;
    this.results = results;
    this.progress = progress;
  }

  void run(Target target, Workload workload) {
    for (Lane lane : scenario.lanes()) {
      Lane paced = lane.share() > 0 ? paced(lane, target, workload) : lane;
      run(paced, target, workload);
    }
    results.percentiles();
  }

  private Lane paced(Lane lane, Target target, Workload workload) {
    LoadRun run =
        new LoadRun(
            loop, workload.load(lane, target), new Pattern.Closed(lane.pattern().connections()), 0);
    run.start();
    run.awaitLimit(CAPACITY_WARM);
    run.beginRecording();
    run.awaitLimit(CAPACITY_MEASURED);
    Recording recording = run.endRecording();
    run.stop(LONGEST_STOP);
    double capacity = recording.requests() / recording.seconds();
    progress.say(
        String.format(
            Locale.ROOT,
            "%s: %s takes %.0f/s; going on at %.0f/s for %d s",
            lane.name(),
            target.name(),
            capacity,
            capacity * lane.share(),
            lane.slice().toSeconds()));
    return lane.atRate(capacity * lane.share());
  }

  private void run(Lane lane, Target target, Workload workload) {
    Observer observer = new Observer(target);
    Optional<ProcessClock> clock = target.pid().map(ProcessClock::new);
    LoadRun run = new LoadRun(loop, workload.load(lane, target), lane.pattern(), 0);
    run.start();
    run.awaitLimit(scenario.leadIn());
    observer.begin();
    run.beginRecording();
    long began = System.nanoTime();
    for (int number = 0; System.nanoTime() - began < lane.slice().toNanos(); number++) {
      sample(lane, target, run, clock, (System.nanoTime() - began) / 1e9, number);
      run.awaitLimit(scenario.sampleEvery());
    }
    Recording recording = run.endRecording();
    SliceResult result = new SliceResult(1, lane.name(), target.name(), recording, observer.end());
    run.stop(LONGEST_STOP);
    sample(lane, target, run, clock, (System.nanoTime() - began) / 1e9, 0);
    results.slice(result);
    progress.say(
        String.format(
            Locale.ROOT,
            "%s: %d answers, %d errors %s",
            target.name(),
            recording.requests(),
            recording.errorCount(),
            recording.errors()));
  }

  private void sample(
      Lane lane,
      Target target,
      LoadRun run,
      Optional<ProcessClock> clock,
      double seconds,
      int number) {
    boolean collects = target.jvm() && number % SAMPLES_BETWEEN_COLLECTIONS == 0;
    Optional<Long> live =
        collects
            ? target.pid().flatMap(pid -> new HotSpot(pid).heapAfterCollection())
            : Optional.empty();
    List<String> fields =
        List.of(
            lane.name(),
            target.name(),
            SliceResult.decimal(seconds),
            String.valueOf(run.completed()),
            clock.map(c -> SliceResult.decimal(c.residentKb() / 1024.0)).orElse(""),
            live.map(bytes -> SliceResult.decimal(bytes / 1048576.0)).orElse(""),
            clock.map(c -> String.valueOf(c.threads())).orElse(""),
            clock.map(c -> String.valueOf(c.descriptors())).orElse(""),
            String.valueOf(upstream.connections()),
            clock.map(c -> SliceResult.decimal(c.cpuNanos() / 1e9)).orElse(""));
    results.sample(COLUMNS, fields);
    if (collects) {
      progress.say(String.join("  ", fields));
    }
  }
}
