package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.routing.KernelDeployment;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Operation;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.usage.Usage;
import dev.headgate.spi.usage.UsageEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is left of an exchange when it has ended; holds nothing of its connection. */
final class SettledEvent implements UsageEvent {
  private final String callId;
  private final @Nullable String answerId;
  private final Principal principal;
  private final String route;
  private final Operation operation;
  private final Dialect dialect;
  private final boolean stream;
  private final @Nullable String model;
  private final @Nullable String group;
  private final @Nullable KernelDeployment deployment;
  private final @Nullable String upstreamModel;
  private final Status status;
  private final int httpStatus;
  private final @Nullable String errorClass;
  private final @Nullable Usage usage;
  private final long cost;
  private final long startMillis;
  private final long duration;
  private final long firstByte;
  private final long overhead;
  private final int attempts;
  private final @Nullable String endUser;
  private final List<String> tags;
  private final String remoteAddress;
  private final @Nullable Bytes body;

  SettledEvent(Exchange exchange, long cost, long now) {
    this.callId = exchange.callId();
    this.answerId = exchange.answerId;
    this.principal = exchange.principal();
    this.route = exchange.head().path();
    this.operation = exchange.operation();
    this.dialect = exchange.dialect();
    this.stream = exchange.streaming;
    this.model = exchange.model;
    this.group = exchange.group == null ? null : exchange.group.name();
    this.deployment = exchange.deployment;
    this.upstreamModel =
        exchange.deployment == null ? null : exchange.deployment.upstreamModel(exchange.tail);
    boolean left = exchange.cancelReason() == CancelReason.CLIENT_GONE;
    this.status =
        left
            ? Status.CANCELLED
            : exchange.failure != null || exchange.status >= 400 ? Status.FAILURE : Status.SUCCESS;
    this.httpStatus = exchange.status == 0 ? 499 : exchange.status;
    this.errorClass = exchange.failure == null ? null : exchange.failure.className();
    this.usage = exchange.usage;
    this.cost = cost;
    this.startMillis = exchange.startMillis();
    this.duration = now - exchange.startNanos();
    this.firstByte = exchange.firstByteNanos;
    this.overhead = Math.max(0, duration - exchange.upstreamNanos);
    this.attempts = exchange.attempts;
    this.endUser = exchange.endUser();
    this.tags = exchange.tags();
    this.remoteAddress = exchange.head().remoteAddress();
    this.body = exchange.state.keepsBodies() ? copyOf(exchange) : null;
  }

  private static @Nullable Bytes copyOf(Exchange exchange) {
    int from = exchange.client.bodyFrom();
    int to = exchange.client.bodyTo();
    return to <= from ? null : Bytes.of(Arrays.copyOfRange(exchange.client.body(), from, to));
  }

  @Override
  public String callId() {
    return callId;
  }

  @Override
  public Optional<String> answerId() {
    return Optional.ofNullable(answerId);
  }

  @Override
  public Principal principal() {
    return principal;
  }

  @Override
  public String route() {
    return route;
  }

  @Override
  public Operation operation() {
    return operation;
  }

  @Override
  public Dialect dialect() {
    return dialect;
  }

  @Override
  public boolean stream() {
    return stream;
  }

  @Override
  public @Nullable String requestedModel() {
    return model;
  }

  @Override
  public @Nullable String group() {
    return group;
  }

  @Override
  public @Nullable String deploymentId() {
    return deployment == null ? null : deployment.id();
  }

  @Override
  public @Nullable String provider() {
    return deployment == null ? null : deployment.spec().provider();
  }

  @Override
  public @Nullable String upstreamModel() {
    return upstreamModel;
  }

  @Override
  public Status status() {
    return status;
  }

  @Override
  public int httpStatus() {
    return httpStatus;
  }

  @Override
  public @Nullable String errorClass() {
    return errorClass;
  }

  @Override
  public Optional<Usage> usage() {
    return Optional.ofNullable(usage);
  }

  @Override
  public long costNanos() {
    return cost;
  }

  @Override
  public long startMillis() {
    return startMillis;
  }

  @Override
  public long endMillis() {
    return startMillis + duration / 1_000_000;
  }

  @Override
  public long durationNanos() {
    return duration;
  }

  @Override
  public long firstByteNanos() {
    return firstByte;
  }

  @Override
  public long overheadNanos() {
    return overhead;
  }

  @Override
  public int attempts() {
    return attempts;
  }

  @Override
  public @Nullable String endUser() {
    return endUser;
  }

  @Override
  public List<String> tags() {
    return tags;
  }

  @Override
  public String remoteAddress() {
    return remoteAddress;
  }

  @Override
  public Optional<Bytes> requestBody() {
    return Optional.ofNullable(body);
  }
}
