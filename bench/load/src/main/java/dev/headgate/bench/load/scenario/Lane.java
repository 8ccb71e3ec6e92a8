package dev.headgate.bench.load.scenario;

import dev.headgate.bench.load.drive.Pattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One way in which load is put on every target in turn.
 *
 * @param name the lane's name in tables
 * @param pattern when requests are sent
 * @param requests what is sent, in turn
 * @param beside what is sent over and over beside it, unmeasured
 * @param besideConnections on how many connections
 * @param limit requests of a slice, 0 where only the time bounds it
 * @param slice how long a slice is measured
 * @param timeout how long an answer may take
 * @param share how much of the found capacity an open loop sends, 0 where its rate is given
 * @param skip targets that this lane leaves out
 */
public record Lane(
    String name,
    Pattern pattern,
    List<RequestSpec> requests,
    List<RequestSpec> beside,
    int besideConnections,
    long limit,
    Duration slice,
    Duration timeout,
    double share,
    List<String> skip) {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private enum Loop {
    CLOSED,
    OPEN,
    THINK
  }

  static Lane read(Section section, List<RequestSpec> requests, Duration slice) {
    return new Lane(
        section.name(),
        pattern(section),
        all(section, "requests", requests),
        all(section, "beside", requests),
        section.number("beside-connections", section.value("beside").isPresent() ? 1 : 0),
        section.number("limit", 0),
        section.time("slice", slice),
        section.time("timeout", TIMEOUT),
        section.decimal("share-of-capacity", 0),
        section.words("skip"));
  }

  private static Pattern pattern(Section section) {
    int connections = section.number("connections", 1);
    return switch (RequestSpec.choice(section, "loop", Loop.CLOSED, Loop.values())) {
      case CLOSED -> new Pattern.Closed(connections);
      case OPEN -> new Pattern.Open(section.decimal("rate", 100), connections);
      case THINK ->
          new Pattern.Thinking(
              connections,
              section.decimal("ramp", connections),
              section.time("think-least", Duration.ZERO),
              section.time("think-most", Duration.ZERO));
    };
  }

  /** A word may say how often it comes in turn: {@code small*3 large}. */
  private static List<RequestSpec> all(Section section, String key, List<RequestSpec> requests) {
    List<RequestSpec> found = new ArrayList<>();
    for (String word : section.words(key)) {
      int star = word.indexOf('*');
      String name = star < 0 ? word : word.substring(0, star);
      int times = star < 0 ? 1 : Integer.parseInt(word.substring(star + 1));
      for (int i = 0; i < times; i++) {
        found.add(RequestSpec.named(requests, name, section.name()));
      }
    }
    return List.copyOf(found);
  }

  /** The same at another rate; for open loops. */
  public Lane atRate(double perSecond) {
    Pattern paced = new Pattern.Open(perSecond, pattern.connections());
    return new Lane(
        name, paced, requests, beside, besideConnections, limit, slice, timeout, 0, skip);
  }
}
