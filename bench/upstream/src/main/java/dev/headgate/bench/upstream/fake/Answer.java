package dev.headgate.bench.upstream.fake;

import dev.headgate.bench.upstream.wire.Step;
import java.util.List;

/** What the fake provider does with a request. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a copy for each write would cost.
public sealed interface Answer {

  /** A whole answer, ready for one write. */
  record Immediate(byte[] bytes) implements Answer {}

  /** An answer that takes time or ends the connection. */
  record Played(List<Step> steps) implements Answer {}
}
