package dev.headgate.bench.upstream.fake;

import dev.headgate.bench.upstream.wire.HttpBytes;
import dev.headgate.bench.upstream.wire.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A streamed answer in the making: every event is one chunk and one write, except that the head
 * leaves together with the first event and the last chunk together with the last one.
 */
final class EventStream {

  private final List<byte[]> chunks = new ArrayList<>();
  private final List<Boolean> spaced = new ArrayList<>();
  private final int delayMillis;
  private final int gapMillis;

  /**
   * @param delayMillis time before the head, milliseconds
   * @param gapMillis time before each event that asks for it, milliseconds
   */
  EventStream(int delayMillis, int gapMillis) {
    this.delayMillis = delayMillis;
    this.gapMillis = gapMillis;
  }

  EventStream data(String data) {
    return add("data: " + data + "\n\n", false);
  }

  EventStream dataAfterGap(String data) {
    return add("data: " + data + "\n\n", true);
  }

  EventStream event(String name, String data) {
    return add("event: " + name + "\ndata: " + data + "\n\n", false);
  }

  EventStream eventAfterGap(String name, String data) {
    return add("event: " + name + "\ndata: " + data + "\n\n", true);
  }

  private EventStream add(String event, boolean afterGap) {
    chunks.add(HttpBytes.chunk(HttpBytes.of(event)));
    spaced.add(afterGap);
    return this;
  }

  /** The same stream without its last event. */
  EventStream withoutLast() {
    chunks.removeLast();
    spaced.removeLast();
    return this;
  }

  /** The whole stream, ended in order. */
  Answer complete() {
    List<Step> steps = steps(chunks.size());
    Step.Write last = (Step.Write) steps.removeLast();
    steps.add(
        new Step.Write(Step.Part.BODY, HttpBytes.concat(last.bytes(), HttpBytes.lastChunk())));
    return new Answer.Played(List.copyOf(steps));
  }

  /** The first events, and then a reset connection. */
  Answer cutAfter(int events) {
    List<Step> steps = steps(Math.min(events, chunks.size()));
    steps.add(new Step.Reset());
    return new Answer.Played(List.copyOf(steps));
  }

  private List<Step> steps(int events) {
    List<Step> steps = new ArrayList<>();
    if (delayMillis > 0) {
      steps.add(new Step.Pause(TimeUnit.MILLISECONDS.toNanos(delayMillis)));
    }
    for (int i = 0; i < events; i++) {
      if (spaced.get(i) && gapMillis > 0) {
        steps.add(new Step.Pause(TimeUnit.MILLISECONDS.toNanos(gapMillis)));
      }
      byte[] chunk = chunks.get(i);
      byte[] bytes = i == 0 ? HttpBytes.concat(Http.eventStreamHead(), chunk) : chunk;
      steps.add(new Step.Write(Step.Part.BODY, bytes));
    }
    return steps;
  }
}
