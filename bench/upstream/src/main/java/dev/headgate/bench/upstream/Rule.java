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

  private volatile Optional<Gate> bodyGate = Optional.empty();
  private volatile boolean early;

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

  /**
   * Begins the answer when the head of a request has been read, while its body still comes. Such a
   * request is recorded without its body, and so {@link #forModel} never accepts it; the body is
   * read and thrown away.
   */
  public Rule answerBeforeBody() {
    early = true;
    return this;
  }

  /**
   * Leaves the body of a request unread, so that its sender gets stuck, until the gate is opened.
   * The predicates see the request without its body.
   */
  public Rule readBodyAfter(Gate gate) {
    bodyGate = Optional.of(gate);
    return this;
  }

  /** Whether the rule wants to see requests before their bodies. */
  boolean wantsHeads() {
    return early || bodyGate.isPresent();
  }

  /** The gate behind which the body of a request waits. */
  Optional<Gate> bodyGate(RecordedRequest head) {
    return bodyGate.filter(gate -> matches(head));
  }

  /** The answer to a request of which only the head is there. */
  Optional<List<Step>> answerToHead(RecordedRequest head) {
    return early ? nextAnswer(head) : Optional.empty();
  }

  /** The answer to a whole request. */
  Optional<List<Step>> answer(RecordedRequest request) {
    return early ? Optional.empty() : nextAnswer(request);
  }

  private boolean matches(RecordedRequest request) {
    return matcher.test(request) && filter.test(request);
  }

  private Optional<List<Step>> nextAnswer(RecordedRequest request) {
    if (!matches(request)) {
      return Optional.empty();
    }
    Function<RecordedRequest, List<Step>> next = once.poll();
    return next != null
        ? Optional.of(next.apply(request))
        : always.map(scripts -> scripts.apply(request));
  }
}
