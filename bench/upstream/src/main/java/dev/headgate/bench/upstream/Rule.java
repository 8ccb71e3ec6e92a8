package dev.headgate.bench.upstream;

import dev.headgate.bench.upstream.wire.Step;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What the upstream does with the requests that match. Made by {@link ScriptedUpstream#on}; takes
 * effect with the first reply. A rule without a reply left lets the request pass to older rules,
 * and in the end to the fake provider. Safe for all threads.
 */
public final class Rule {

  private final Predicate<RecordedRequest> matcher;
  private final Queue<Function<RecordedRequest, List<Step>>> once = new ConcurrentLinkedQueue<>();
  private volatile Predicate<RecordedRequest> filter = request -> true;
  private volatile Optional<Function<RecordedRequest, List<Step>>> always = Optional.empty();

  Rule(Predicate<RecordedRequest> matcher) {
    this.matcher = matcher;
  }

  /** Narrows the rule to requests whose JSON body has this top-level {@code model}. */
  public Rule forModel(String model) {
    return when(request -> request.model().filter(model::equals).isPresent());
  }

  /** Narrows the rule to requests that the predicate accepts. */
  public Rule when(Predicate<RecordedRequest> narrower) {
    filter = filter.and(narrower);
    return this;
  }

  /** Answers every matching request with the script. */
  public Rule reply(Script script) {
    List<Step> steps = script.steps();
    always = Optional.of(request -> steps);
    return this;
  }

  /** Answers every matching request with a script made for it, on the connection's thread. */
  public Rule reply(Function<RecordedRequest, Script> scripts) {
    always = Optional.of(request -> scripts.apply(request).steps());
    return this;
  }

  /** Answers the next matching requests, one each, in this order, before any other reply. */
  public Rule replyOnce(Script... scripts) {
    for (Script script : scripts) {
      List<Step> steps = script.steps();
      once.add(request -> steps);
    }
    return this;
  }

  Optional<List<Step>> answer(RecordedRequest request) {
    if (!matcher.test(request) || !filter.test(request)) {
      return Optional.empty();
    }
    Function<RecordedRequest, List<Step>> next = once.poll();
    return next != null
        ? Optional.of(next.apply(request))
        : always.map(scripts -> scripts.apply(request));
  }
}
