package dev.headgate.bench.upstream;

import dev.headgate.bench.upstream.wire.Step;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

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

  /** The script for a request, or nothing where the fake provider is to answer. */
  Optional<List<Step>> answer(RecordedRequest request) {
    List<Step> queued = next.poll();
    if (queued != null) {
      return Optional.of(queued);
    }
    for (Rule rule : rules) {
      Optional<List<Step>> answer = rule.answer(request);
      if (answer.isPresent()) {
        return answer;
      }
    }
    return Optional.empty();
  }
}
