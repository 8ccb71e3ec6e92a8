package dev.headgate.bench.load.run;

import dev.headgate.bench.load.BenchException;
import dev.headgate.bench.load.drive.Expectation;
import dev.headgate.bench.load.drive.LoadRun.Load;
import dev.headgate.bench.load.drive.Question;
import dev.headgate.bench.load.drive.Shot;
import dev.headgate.bench.load.scenario.Lane;
import dev.headgate.bench.load.scenario.RequestBytes;
import dev.headgate.bench.load.scenario.RequestSpec;
import dev.headgate.bench.load.targets.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes what a lane sends to a target. What is right is learned from the upstream, once. */
final class Workload {

  private static final int OK = 200;

  private final Target direct;
  private final Map<RequestSpec, byte[]> golden = new HashMap<>();

  Workload(Target direct) {
    this.direct = direct;
  }

  Load load(Lane lane, Target target) {
    List<Shot> shots = shots(lane.requests(), target);
    int turns = lane.requests().stream().mapToInt(RequestSpec::turns).max().orElse(1);
    return new Load(
        target.address(),
        shots,
        turns,
        shots(lane.beside(), target),
        lane.besideConnections(),
        lane.timeout());
  }

  /** The shots of each kind in turn; a kind that comes twice is made once. */
  private List<Shot> shots(List<RequestSpec> specs, Target target) {
    Map<RequestSpec, List<Shot>> made = new HashMap<>();
    List<Shot> shots = new ArrayList<>();
    for (RequestSpec spec : specs) {
      shots.addAll(made.computeIfAbsent(spec, each -> shots(each, target)));
    }
    return shots;
  }

  private List<Shot> shots(RequestSpec spec, Target target) {
    Expectation expectation = expectation(spec, target);
    return RequestBytes.of(spec, target.host(), target.key(), target.headers()).stream()
        .map(bytes -> Shot.of(bytes, expectation))
        .toList();
  }

  private Expectation expectation(RequestSpec spec, Target target) {
    if (spec.key() == RequestSpec.Key.BAD && !target.checksKeys()) {
      return Expectation.status(OK);
    }
    if (spec.status() != OK) {
      return Expectation.status(spec.status());
    }
    Expectation same =
        Expectation.of(
            target.closeness(),
            golden.computeIfAbsent(spec, this::ask),
            spec.api().textFields(),
            spec.stream());
    boolean plain = target.name().equals(Target.DIRECT) || !target.checksKeys();
    return plain ? same : same.withHeaders(spec.headers());
  }

  private byte[] ask(RequestSpec spec) {
    byte[] request =
        RequestBytes.of(spec, direct.host(), direct.key(), direct.headers()).getFirst();
    try {
      Question.Reply reply = Question.ask(direct.address(), request);
      if (reply.status() != OK) {
        throw new BenchException("the upstream answers " + spec.name() + " with " + reply.status());
      }
      return reply.body();
    } catch (IOException e) {
      throw new BenchException(
          "the upstream does not answer " + spec.name() + ": " + e.getMessage());
    }
  }
}
