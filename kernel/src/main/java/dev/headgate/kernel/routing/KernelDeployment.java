package dev.headgate.kernel.routing;

import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.Timeouts;
import dev.headgate.spi.routing.Deployment;
import dev.headgate.spi.routing.DeploymentSpec;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A deployment with its endpoint, or with the reason why it has none. */
public final class KernelDeployment implements Deployment {
  private final DeploymentSpec spec;
  private final @Nullable Callee callee;
  private final @Nullable Callee substitute;
  private final String missing;
  private final double weight;
  private final int order;
  private final Set<String> tags;
  private final Map<String, String> labels;
  private final Timeouts timeouts;
  private final Timeouts streamTimeouts;
  private final byte[] headerLines;
  private final LongAdder started = new LongAdder();
  private final LongAdder successes = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder cancelled = new LongAdder();
  private volatile long firstByteAverage;

  KernelDeployment(
      DeploymentSpec spec,
      @Nullable Callee callee,
      @Nullable Callee substitute,
      String missing,
      DeploymentFacts facts) {
    this.spec = spec;
    this.callee = callee;
    this.substitute = substitute;
    this.missing = missing;
    this.weight = facts.weight();
    this.order = facts.order();
    this.tags = facts.tags();
    this.labels = facts.labels();
    this.timeouts = facts.timeouts();
    this.streamTimeouts = facts.streamTimeouts();
    this.headerLines = encode(spec, callee == null ? "" : callee.endpoint().address());
  }

  private static byte[] encode(DeploymentSpec spec, String address) {
    StringBuilder lines = new StringBuilder();
    line(lines, "x-litellm-model-id", spec.id());
    line(lines, "x-litellm-model-group", spec.group());
    line(lines, "x-litellm-model-api-base", address);
    line(lines, "x-litellm-model-region", spec.params().text("region_name").orElse(""));
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void line(StringBuilder lines, String name, String value) {
    if (!value.isEmpty()) {
      lines.append(name).append(": ").append(value.replaceAll("\\p{Cntrl}", " ")).append("\r\n");
    }
  }

  /** How it is called; null when its provider is not there. */
  public @Nullable Endpoint endpoint() {
    return callee == null ? null : callee.endpoint();
  }

  /** The same with its provider; null when its provider is not there. */
  public @Nullable Callee callee() {
    return callee;
  }

  /**
   * How it is called when the request asks for another provider to take over; null when none can.
   */
  public @Nullable Callee substitute() {
    return substitute;
  }

  /** The endpoint of {@link #substitute}; null when there is none. */
  public @Nullable Endpoint substituteEndpoint() {
    return substitute == null ? null : substitute.endpoint();
  }

  /** Why it cannot be called; empty when it can. */
  public String missing() {
    return missing;
  }

  /** How long the phases of a call may take. */
  public Timeouts timeouts(boolean stream) {
    return stream ? streamTimeouts : timeouts;
  }

  /** The header lines that tell the client which deployment it got. */
  public byte[] headerLines() {
    return headerLines;
  }

  /** The name of the model upstream for a name that the client used. */
  public String upstreamModel(String tail) {
    String model = spec.model();
    return model.endsWith("*") ? model.substring(0, model.length() - 1) + tail : model;
  }

  /** An attempt starts. */
  public void begin() {
    started.increment();
  }

  /** An attempt has ended well. */
  public void succeed(long firstByteNanos) {
    successes.increment();
    if (firstByteNanos >= 0) {
      long old = firstByteAverage;
      // A lost update between two threads loses one sample of an average; that is all.
      firstByteAverage = old == 0 ? firstByteNanos : old + (firstByteNanos - old) / 8;
    }
  }

  /** An attempt has failed. */
  public void fail() {
    failures.increment();
  }

  /** The client left during an attempt. */
  public void cancel() {
    cancelled.increment();
  }

  @Override
  public DeploymentSpec spec() {
    return spec;
  }

  @Override
  public double weight() {
    return weight;
  }

  @Override
  public int order() {
    return order;
  }

  @Override
  public Set<String> tags() {
    return tags;
  }

  @Override
  public Map<String, String> labels() {
    return labels;
  }

  @Override
  public long inFlight() {
    return Math.max(0, started.sum() - successes.sum() - failures.sum() - cancelled.sum());
  }

  @Override
  public long successes() {
    return successes.sum();
  }

  @Override
  public long failures() {
    return failures.sum();
  }

  @Override
  public long recentFirstByteNanos() {
    return firstByteAverage;
  }

  void close() {
    if (callee != null) {
      callee.endpoint().close();
    }
    if (substitute != null) {
      substitute.endpoint().close();
    }
  }
}
