package dev.headgate.bench.load.scenario;

import dev.headgate.bench.load.BenchException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a benchmark does; see bench/scenarios/README.md for the format.
 *
 * @param name the file's name without its ending
 * @param title one line for people
 * @param about what it shows and where it comes from
 * @param kind how it is run
 * @param needs plugins without which it means nothing
 * @param targets what is measured when nothing else is asked for
 * @param rounds how often each slice is repeated
 * @param leadIn load before each slice that is not measured
 * @param warmUp load on each lane and target before the first round, not measured
 * @param starts starts that a start is measured over
 * @param sampleEvery how often a soak looks at the process
 * @param lanes the load
 */
public record Scenario(
    String name,
    String title,
    String about,
    Kind kind,
    List<String> needs,
    List<String> targets,
    int rounds,
    Duration leadIn,
    Duration warmUp,
    int starts,
    Duration sampleEvery,
    List<Lane> lanes) {

  /** How a scenario is run. */
  public enum Kind {
    /** Every lane on every target in turn, round after round. */
    SLICES,
    /** Each target is started again and again. */
    STARTS,
    /** One long run on each target, looked at all the while. */
    SOAK
  }

  /** The ending of scenario files. */
  public static final String ENDING = ".bench";

  private static final List<String> SECTIONS = List.of("lane", "request");

  public static Scenario read(Path path) {
    return of(String.valueOf(path.getFileName()).replace(ENDING, ""), SectionFile.read(path));
  }

  static Scenario of(String name, SectionFile file) {
    Section top = file.top();
    Duration slice = top.time("slice", Duration.ofSeconds(3));
    List<RequestSpec> requests = file.all("request").stream().map(RequestSpec::read).toList();
    List<Lane> lanes =
        file.all("lane").stream().map(section -> Lane.read(section, requests, slice)).toList();
    Scenario scenario =
        new Scenario(
            name,
            top.required("title"),
            top.value("about", ""),
            RequestSpec.choice(top, "kind", Kind.SLICES, Kind.values()),
            top.words("needs"),
            top.words("targets"),
            top.number("rounds", 3),
            top.time("lead-in", Duration.ofMillis(300)),
            top.time("warm-up", Duration.ofSeconds(5)),
            top.number("starts", 5),
            top.time("sample-every", Duration.ofSeconds(1)),
            lanes);
    file.refuseUnknown(SECTIONS);
    scenario.check();
    return scenario;
  }

  private void check() {
    if (lanes.isEmpty() || targets.isEmpty()) {
      throw new BenchException(name + " needs targets and at least one lane");
    }
    for (Lane lane : lanes) {
      if (lane.requests().isEmpty()) {
        throw new BenchException(name + ": lane " + lane.name() + " names no requests");
      }
    }
  }

  /** Every request of every lane, once. */
  public List<RequestSpec> requests() {
    return lanes.stream()
        .flatMap(lane -> Stream.concat(lane.requests().stream(), lane.beside().stream()))
        .distinct()
        .toList();
  }

  /** The models that a gateway must know. */
  public Set<String> models() {
    Set<String> models = new LinkedHashSet<>();
    requests().forEach(request -> models.add(request.model()));
    return models;
  }
}
