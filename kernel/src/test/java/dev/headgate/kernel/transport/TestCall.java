package dev.headgate.kernel.transport;

import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.OutgoingBody;
import dev.headgate.spi.provider.Timeouts;
import dev.headgate.spi.request.BodyEdit;
import dev.headgate.spi.request.ExchangeView;
import dev.headgate.spi.routing.Deployment;
import java.time.Duration;

/** A call with nothing but deadlines and a way to cancel it. */
final class TestCall implements Call {
  private final Timeouts timeouts;
  private Runnable action = () -> {};
  private boolean cancelled;

  TestCall() {
    this(new Timeouts(seconds(10), seconds(10), seconds(10), seconds(30)));
  }

  TestCall(Timeouts timeouts) {
    this.timeouts = timeouts;
  }

  static Duration seconds(long count) {
    return Duration.ofSeconds(count);
  }

  void cancel() {
    Runnable current;
    synchronized (this) {
      cancelled = true;
      current = action;
    }
    current.run();
  }

  @Override
  public void onCancel(Runnable newAction) {
    boolean now;
    synchronized (this) {
      action = newAction;
      now = cancelled;
    }
    if (now) {
      newAction.run();
    }
  }

  @Override
  public synchronized boolean cancelled() {
    return cancelled;
  }

  @Override
  public Timeouts timeouts() {
    return timeouts;
  }

  @Override
  public ExchangeView exchange() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Deployment deployment() {
    throw new UnsupportedOperationException();
  }

  @Override
  public String upstreamModel() {
    return "model";
  }

  @Override
  public BodyEdit edit() {
    throw new UnsupportedOperationException();
  }

  @Override
  public OutgoingBody body() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void withholdUsageFrame() {}
}
