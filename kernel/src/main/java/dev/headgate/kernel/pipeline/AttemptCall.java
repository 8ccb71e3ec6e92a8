package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.envelope.SplicedBody;
import dev.headgate.kernel.routing.KernelDeployment;
import dev.headgate.kernel.transport.PhaseClock;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.OutgoingBody;
import dev.headgate.spi.provider.Timeouts;
import dev.headgate.spi.request.BodyEdit;
import dev.headgate.spi.routing.Deployment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One attempt of an exchange, as the endpoint sees it. */
final class AttemptCall implements Call, PhaseClock {
  private static final OutgoingBody NO_BODY = OutgoingBody.of(new byte[0]);

  private final Exchange exchange;
  private final KernelDeployment deployment;
  private final Timeouts timeouts;
  private final @Nullable SplicedBody body;
  private @Nullable String upstreamModel;
  private boolean withholdUsage;
  private long sendNanos;

  AttemptCall(Exchange exchange, KernelDeployment deployment, Timeouts timeouts) {
    this.exchange = exchange;
    this.deployment = deployment;
    this.timeouts = timeouts;
    this.body = body(exchange);
  }

  /** The edits of one attempt do not concern the next. */
  private static @Nullable SplicedBody body(Exchange exchange) {
    if (exchange.desk == null || exchange.body == null) {
      return null;
    }
    exchange.desk.attempt.resetTo(exchange.body);
    return exchange.desk.attempt;
  }

  @Override
  public Exchange exchange() {
    return exchange;
  }

  @Override
  public Deployment deployment() {
    return deployment;
  }

  @Override
  public String upstreamModel() {
    String name = upstreamModel;
    if (name == null) {
      name = deployment.upstreamModel(exchange.tail);
      upstreamModel = name;
    }
    return name;
  }

  @Override
  public BodyEdit edit() {
    if (body == null) {
      throw new IllegalStateException("the request has no body to edit");
    }
    return body;
  }

  @Override
  public OutgoingBody body() {
    return body == null ? NO_BODY : body;
  }

  @Override
  public void withholdUsageFrame() {
    withholdUsage = true;
  }

  /** A transport has sent a request of this attempt and waited for the head of its answer. */
  void sent(long nanos) {
    sendNanos += nanos;
  }

  /** How long transports took. */
  long sendNanos() {
    return sendNanos;
  }

  boolean withholdsUsage() {
    return withholdUsage;
  }

  @Override
  public boolean cancelled() {
    return exchange.cancelReason() != null;
  }

  @Override
  public void onCancel(Runnable action) {
    exchange.onCancel(action);
  }

  @Override
  public Timeouts timeouts() {
    return timeouts;
  }

  @Override
  public void phase(Phase phase) {
    long now = exchange.state.clock().nanoTime();
    switch (phase) {
      case CONNECT ->
          exchange.waitUntil(after(now, timeouts.connect()), CancelReason.CONNECT_TIMEOUT);
      case FIRST_BYTE ->
          exchange.waitUntil(after(now, timeouts.firstByte()), CancelReason.FIRST_BYTE_TIMEOUT);
      case IDLE -> exchange.waitUntil(after(now, timeouts.idle()), CancelReason.IDLE_TIMEOUT);
      case NONE, TOTAL -> exchange.waitUntil(0, CancelReason.TOTAL_TIMEOUT);
    }
  }

  /** A deadline; 0, which is none, for a length of zero. */
  static long after(long now, Duration length) {
    return length.isPositive() ? now + length.toNanos() : 0;
  }

  @Override
  public @Nullable Phase overdue() {
    return switch (exchange.cancelReason()) {
      case CONNECT_TIMEOUT -> Phase.CONNECT;
      case FIRST_BYTE_TIMEOUT -> Phase.FIRST_BYTE;
      case IDLE_TIMEOUT -> Phase.IDLE;
      case TOTAL_TIMEOUT -> Phase.TOTAL;
      case null, default -> null;
    };
  }
}
