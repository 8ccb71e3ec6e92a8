package dev.headgate.bench.upstream.fake;

import dev.headgate.bench.upstream.wire.Step;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Models that misbehave, by name:
 *
 * <ul>
 *   <li>{@code 400} … {@code 599}: that status (429 with {@code retry-after}), the error in the
 *       dialect of the route; {@code context}, {@code policy}: 400 with the code of a prompt that
 *       is too long, or refused for its content
 *   <li>{@code slow}: two seconds before the answer; {@code random_sleep}: one to ten seconds, from
 *       a fixed seed; {@code timeout}: no answer ever
 *   <li>{@code drop}: the connection is closed before the status line; {@code reset}: reset there
 *   <li>{@code empty}: status 200 of an event stream, then closed before an event
 *   <li>{@code cut}: reset after three events, or after half of a plain body; {@code no_done}: a
 *       stream that ends well but without its {@code [DONE]}
 *   <li>{@code garbage}: status 200 with a body that is not JSON; {@code renamed}: the answer names
 *       another model
 * </ul>
 */
final class SpecialModels {

  private static final int EVENTS_BEFORE_CUT = 3;
  private static final String OTHER_NAME = "upstream-renamed-2026-01-01";

  private final SplittableRandom random = new SplittableRandom(42);

  Optional<Answer> answer(Call call, Generator generator, Dialect dialect) {
    return switch (call.model()) {
      case "context" ->
          error(
              dialect,
              "This model's maximum context length is 8192 tokens.",
              "\"context_length_exceeded\"");
      case "policy" ->
          error(
              dialect,
              "The prompt was refused by the content policy.",
              "\"content_policy_violation\"");
      case "slow" -> Optional.of(Answers.of(call.withDelayMillis(2_000), generator));
      case "random_sleep" -> Optional.of(Answers.of(call.withDelayMillis(sleep()), generator));
      case "timeout" -> played(new Step.Stall());
      case "drop" -> played(new Step.Finish());
      case "reset" -> played(new Step.Reset());
      case "empty" ->
          played(new Step.Write(Step.Part.HEAD, Http.eventStreamHead()), new Step.Finish());
      case "cut" -> Optional.of(cut(call, generator));
      case "no_done" ->
          call.stream()
              ? Optional.of(generator.events(call).withoutLast().complete())
              : Optional.empty();
      case "garbage" -> Optional.of(new Answer.Immediate(Http.json("<html>not JSON</html>")));
      case "renamed" -> Optional.of(Answers.of(call.withModel(OTHER_NAME), generator));
      default -> status(call, dialect);
    };
  }

  private static Optional<Answer> status(Call call, Dialect dialect) {
    if (!call.model().matches("[45][0-9][0-9]")) {
      return Optional.empty();
    }
    int status = Integer.parseInt(call.model());
    String message = "The upstream answers " + status + " to the model of that name.";
    return Optional.of(new Answer.Immediate(Errors.of(status, dialect, message)));
  }

  private static Optional<Answer> error(Dialect dialect, String message, String code) {
    return Optional.of(new Answer.Immediate(Errors.of(400, dialect, message, code)));
  }

  private static Answer cut(Call call, Generator generator) {
    if (call.stream()) {
      return generator.events(call).cutAfter(EVENTS_BEFORE_CUT);
    }
    byte[] whole = Http.json(generator.whole(call));
    byte[] most = Arrays.copyOf(whole, whole.length - whole.length / 4);
    return new Answer.Played(List.of(new Step.Write(Step.Part.BODY, most), new Step.Reset()));
  }

  private static Optional<Answer> played(Step... steps) {
    return Optional.of(new Answer.Played(List.of(steps)));
  }

  private int sleep() {
    synchronized (random) {
      return random.nextInt(1_000, 10_001);
    }
  }
}
