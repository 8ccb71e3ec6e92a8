package dev.headgate.bench.upstream;

import dev.headgate.bench.upstream.wire.Step;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** What the test has told the upstream to do, newest first. Safe for all threads. */
final class Rules {

  private final Queue<List<Step>> next = new ConcurrentLinkedQueue<>();
  private final List<Rule> rules = new CopyOnWriteArrayList<>();

  void next(Script script) {
    next.add(script.steps());
  }

  Rule add(Rule rule) {
    rules.addFirst(rule);
    return rule;
  }

  void clear() {
    next.clear();
    rules.clear();
  }

  boolean isEmpty() {
    return next.isEmpty() && rules.isEmpty();
  }

  /** Whether any rule wants to see requests before their bodies. */
  boolean wantHeads() {
    return !rules.isEmpty() && rules.stream().anyMatch(Rule::wantsHeads);
  }

  /** The gate behind which the body of a request waits. */
  Optional<Gate> bodyGate(RecordedRequest head) {
    return first(rule -> rule.bodyGate(head));
  }

  /** The script for a request whose body has not been read, or nothing where it is to be read. */
  Optional<List<Step>> answerToHead(RecordedRequest head) {
    return first(rule -> rule.answerToHead(head));
  }

  /** The script for a request, or nothing where the fake provider is to answer. */
  Optional<List<Step>> answer(RecordedRequest request) {
    List<Step> queued = next.poll();
    return queued != null ? Optional.of(queued) : first(rule -> rule.answer(request));
  }

  private <T> Optional<T> first(Function<Rule, Optional<T>> question) {
    for (Rule rule : rules) {
      Optional<T> answer = question.apply(rule);
      if (answer.isPresent()) {
        return answer;
      }
    }
    return Optional.empty();
  }
}
