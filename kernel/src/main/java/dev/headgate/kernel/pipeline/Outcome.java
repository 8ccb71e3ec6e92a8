package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.routing.KernelDeployment;
import dev.headgate.spi.provider.FailureClass;
import dev.headgate.spi.routing.AttemptOutcome;
import dev.headgate.spi.routing.Deployment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How an attempt went. */
final class Outcome implements AttemptOutcome {
  private final KernelDeployment deployment;
  private int status;
  private long firstByteNanos = -1;
  private long totalNanos;
  private @Nullable FailureClass failure;
  private boolean cancelled;

  Outcome(KernelDeployment deployment) {
    this.deployment = deployment;
  }

  void answered(int newStatus, long nanos) {
    status = newStatus;
    firstByteNanos = nanos;
  }

  void end(Exchange exchange, long nanos) {
    totalNanos = nanos;
    failure = exchange.failure;
    cancelled = exchange.cancelReason() == CancelReason.CLIENT_GONE;
    if (cancelled) {
      deployment.cancel();
    } else if (failure != null) {
      deployment.fail();
    } else {
      deployment.succeed(firstByteNanos);
    }
  }

  @Override
  public Deployment deployment() {
    return deployment;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public Optional<FailureClass> failure() {
    return cancelled ? Optional.empty() : Optional.ofNullable(failure);
  }

  @Override
  public boolean cancelled() {
    return cancelled;
  }

  @Override
  public long firstByteNanos() {
    return firstByteNanos;
  }

  @Override
  public long totalNanos() {
    return totalNanos;
  }
}
