package dev.headgate.bench.upstream.fake;

import dev.headgate.bench.upstream.wire.Step;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes the answer to a call from what the route says. */
final class Answers {

  private Answers() {}

  static Answer of(Call call, Generator generator) {
    if (call.stream()) {
      return generator.events(call).complete();
    }
    return after(call.delayMillis(), Http.json(generator.whole(call)));
  }

  static Answer after(int delayMillis, byte[] bytes) {
    if (delayMillis == 0) {
      return new Answer.Immediate(bytes);
    }
    return new Answer.Played(
        List.of(
            new Step.Pause(TimeUnit.MILLISECONDS.toNanos(delayMillis)),
            new Step.Write(Step.Part.BODY, bytes)));
  }
}
