package dev.headgate.bench.load.run;

import dev.headgate.bench.load.BenchException;
import dev.headgate.bench.load.drive.Expectation.Closeness;
import dev.headgate.bench.load.scenario.Api;
import dev.headgate.bench.load.scenario.RequestBytes;
import dev.headgate.bench.load.scenario.RequestSpec;
import dev.headgate.bench.load.scenario.Scenario;
import dev.headgate.bench.load.targets.Cores;
import dev.headgate.bench.load.targets.Installer;
import dev.headgate.bench.load.targets.Launch;
import dev.headgate.bench.load.targets.ProcessClock;
import dev.headgate.bench.load.targets.RunningTarget;
import dev.headgate.bench.load.targets.Target;
import dev.headgate.bench.load.targets.TargetFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All targets of a run, started and ready. */
final class Lineup implements AutoCloseable {

  /** A scenario's word for bare and one plugin more, for each plugin that there is. */
  private static final String EACH_PLUGIN = "each-plugin";

  private final Places places;
  private final Scenario scenario;
  private final RunOptions options;
  private final Cores cores;
  private final Installer installer;
  private final Progress progress;
  private final Target direct;
  private final List<RunningTarget> running = new ArrayList<>();
  private final List<Target> targets = new ArrayList<>();
  private final Map<String, String> versions = new LinkedHashMap<>();
  private final Map<String, Double> idleMb = new LinkedHashMap<>();

  Lineup(
      Places places,
      Scenario scenario,
      RunOptions options,
      Cores cores,
      Target direct,
      Progress progress) {
    this.places = places;
    this.scenario = scenario;
    this.options = options;
    this.cores = cores;
    this.direct = direct;
    this.progress = progress;
    installer = new Installer(Installer.usersCache(), progress::say);
  }

  /** The names of what is to be measured, in order. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    List<String> wanted = new ArrayList<>(options.targets());
    if (wanted.isEmpty()) {
      wanted.addAll(scenario.targets());
    }
    wanted.addAll(options.peers());
    for (String name : wanted) {
      if (name.equals(EACH_PLUGIN)) {
        List<String> bare = places.target("bare").plugins();
        Plugins.of(places.home()).stream()
            .filter(plugin -> !bare.contains(plugin))
            .forEach(plugin -> names.add("bare+" + plugin));
      } else {
        names.add(name);
      }
    }
    return names.stream().distinct().toList();
  }

  /** Starts everything. What cannot be installed here is told and left out. */
  void startAll(ResultFolder results) {
    for (String name : names()) {
      if (name.equals(Target.DIRECT)) {
        targets.add(direct);
        continue;
      }
      TargetFile file = places.target(name);
      Optional<String> lacks = Installer.lacks(file);
      if (lacks.isPresent()) {
        progress.say("left out: " + lacks.get());
        versions.put(name, "left out: " + lacks.get());
        continue;
      }
      start(file, results);
    }
    options.urls().forEach(url -> targets.add(byUrl(url)));
    for (RunningTarget target : running) {
      idleMb.put(target.target().name(), residentMb(target.target()));
    }
  }

  private void start(TargetFile file, ResultFolder results) {
    progress.say("starting " + file.title());
    RunningTarget target = startOnce(file, results, 1);
    running.add(target);
    String note = target.askForKey() ? ", with a virtual key" : "";
    targets.add(target.target());
    versions.put(file.name(), Facts.version(file) + note);
  }

  RunningTarget startOnce(TargetFile file, ResultFolder results, int number) {
    Path install = installer.install(file);
    Launch launch =
        new Launch(places.gateway(), "http://" + direct.host(), models(), cores, work());
    RunningTarget target = launch.start(file, install);
    try {
      RequestSpec first = scenario.requests().getFirst();
      boolean good = first.key() == RequestSpec.Key.GOOD;
      byte[] request =
          RequestBytes.of(
                  first, target.target().host(), target.target().key(), target.target().headers())
              .getFirst();
      int status = good || !target.target().checksKeys() ? first.status() : 401;
      double seconds = target.awaitAnswer(request, status);
      results.start(file.name(), number, seconds, residentMb(target.target()));
      return target;
    } catch (BenchException e) {
      target.close();
      throw e;
    }
  }

  private Path work() {
    return places.root().resolve("target").resolve("bench");
  }

  /** The scenario's models, and who answers for them: only Anthropic's dialect has messages. */
  private Map<String, String> models() {
    Map<String, String> models = new LinkedHashMap<>();
    for (RequestSpec request : scenario.requests()) {
      models.put(request.model(), request.api() == Api.MESSAGES ? "anthropic" : "openai");
    }
    return models;
  }

  private Target byUrl(String text) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      throw new BenchException("a url is given as NAME=http://HOST:PORT, not " + text);
    }
    URI uri = URI.create(text.substring(equals + 1));
    InetAddress host = host(uri.getHost());
    if (!host.isLoopbackAddress() && options.targetHost().filter(uri.getHost()::equals).isEmpty()) {
      throw new BenchException(
          "load goes to this machine alone; to send it to "
              + uri.getHost()
              + ", say --target-host "
              + uri.getHost());
    }
    Optional<Long> pid = Optional.ofNullable(uri.getFragment()).map(Long::valueOf);
    return new Target(
        text.substring(0, equals),
        new InetSocketAddress(host, uri.getPort()),
        options.key(),
        Map.of(),
        Closeness.TEXT,
        true,
        pid,
        false);
  }

  private static InetAddress host(String name) {
    try {
      return InetAddress.getAllByName(name)[0];
    } catch (UnknownHostException e) {
      throw new BenchException("there is no host " + name);
    }
  }

  private static double residentMb(Target target) {
    return target.pid().map(pid -> new ProcessClock(pid).residentKb() / 1024.0).orElse(0.0);
  }

  /** What each process needs at the end of the run, beside what it needed before the load. */
  void memory(ResultFolder results) {
    for (RunningTarget each : running) {
      Target target = each.target();
      double peak = target.pid().map(pid -> new ProcessClock(pid).peakKb() / 1024.0).orElse(0.0);
      results.memory(
          target.name(), idleMb.getOrDefault(target.name(), 0.0), peak, residentMb(target));
    }
  }

  List<Target> targets() {
    return targets;
  }

  Map<String, String> versions() {
    return versions;
  }

  @Override
  public void close() {
    running.forEach(RunningTarget::close);
  }
}
