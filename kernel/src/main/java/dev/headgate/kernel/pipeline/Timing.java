package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.Bytes;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of one request went, kept only when its answer shall tell. Time that an exchange
 * waited for its upstream counts for no stage.
 *
 * <p>A client may ask for it with a header. The times of hooks would tell a stranger how near a
 * guessed key came to a true one, so they are told only to those who have been let in, or to
 * everybody where the operator has turned the header on for all answers.
 */
final class Timing {
  private static final String ASKED = "x-headgate-timing";

  private final Exchange exchange;
  private final Map<Stage, Spent> stages = new EnumMap<>(Stage.class);
  private final Map<Hook<?>, Spent> hooks = new LinkedHashMap<>();
  private Stage stage = Stage.INGRESS;
  private long since;
  private long waitedBefore;

  /** What one stage or hook took. */
  private static final class Spent {
    private long nanos;
  }

  private Timing(Exchange exchange) {
    this.exchange = exchange;
    this.since = exchange.startNanos();
  }

  /** The account of an exchange; null when nobody wants to see one. */
  static @Nullable Timing of(Exchange exchange) {
    PipelineSettings settings = exchange.state.settings();
    return settings.serverTiming() || (settings.timingOnRequest() && asked(exchange))
        ? new Timing(exchange)
        : null;
  }

  private static boolean asked(Exchange exchange) {
    Bytes value = exchange.head().find(ASKED);
    return value != null && value.contentEquals("1");
  }

  /** The exchange goes on to a stage. */
  Stage enter(Stage next) {
    Stage before = stage;
    long now = exchange.state.clock().nanoTime();
    stages.computeIfAbsent(before, entered -> new Spent()).nanos +=
        now - since - (exchange.upstreamNanos - waitedBefore);
    since = now;
    waitedBefore = exchange.upstreamNanos;
    stage = next;
    return before;
  }

  /** A hook was called. */
  void called(Hook<?> hook, long nanos) {
    hooks.computeIfAbsent(hook, called -> new Spent()).nanos += nanos;
  }

  /**
   * The value of the header, as far as things have got.
   *
   * @param duration since the first byte of the request, nanoseconds
   */
  String header(long duration) {
    enter(stage);
    StringBuilder text = new StringBuilder(256);
    append(text, "gateway", duration - exchange.upstreamNanos);
    append(text, "upstream", exchange.upstreamNanos);
    append(text, "total", duration);
    if (exchange.state.settings().serverTiming() || exchange.principal != null) {
      stages.forEach((one, spent) -> append(text, one.label(), spent.nanos));
      hooks.forEach((hook, spent) -> append(text, hook, spent.nanos));
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Hook<?> hook, long nanos) {
    append(text, hook.plugin(), nanos);
    text.append(";desc=\"").append(hook.kind().getSimpleName());
    text.append(' ').append(hook.name()).append('"');
  }

  /** A metric in milliseconds, to a tenth of a microsecond. */
  private static void append(StringBuilder text, String name, long nanos) {
    if (!text.isEmpty()) {
      text.append(", ");
    }
    long tenths = Math.max(0, nanos) / 100;
    text.append(name).append(";dur=").append(tenths / 10_000).append('.');
    String fraction = Long.toString(tenths % 10_000);
    text.repeat('0', 4 - fraction.length()).append(fraction);
  }
}
