package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.JsonText;
import dev.headgate.kernel.config.tree.NodeSettings;
import dev.headgate.kernel.config.tree.Origin;
import dev.headgate.spi.routing.DeploymentSpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A deployment as {@code model_list} configures it. */
public final class ModelEntry implements DeploymentSpec {
  private final String id;
  private final String group;
  private final ModelName name;
  private final NodeSettings params;
  private final NodeSettings info;
  private final OptionalDouble weight;
  private final int order;
  private final List<String> tags;
  private final OptionalLong rpm;
  private final OptionalLong tpm;
  private final Optional<Duration> timeout;
  private final Optional<Duration> streamTimeout;

  ModelEntry(String id, String group, ModelName name, NodeSettings params, NodeSettings info) {
    this.id = id;
    this.group = group;
    this.name = name;
    this.params = params;
    this.info = info;
    this.weight = weight(params);
    this.order = Math.toIntExact(count(params, "order", Integer.MIN_VALUE).orElse(0));
    this.tags = List.copyOf(params.texts("tags"));
    this.rpm = count(params, "rpm", 0);
    this.tpm = count(params, "tpm", 0);
    this.timeout = SettingType.DURATION.reader().read(params, "timeout");
    this.streamTimeout = SettingType.DURATION.reader().read(params, "stream_timeout");
  }

  private static OptionalDouble weight(NodeSettings params) {
    OptionalDouble weight = params.number("weight");
    if (weight.isPresent() && weight.getAsDouble() < 0) {
      throw params.refuse("weight", "0 or more");
    }
    return weight;
  }

  private static OptionalLong count(NodeSettings params, String key, int least) {
    OptionalLong count = params.integer(key);
    if (count.isPresent() && (count.getAsLong() < least || count.getAsLong() > Integer.MAX_VALUE)) {
      throw params.refuse(key, "a whole number from " + least + " to " + Integer.MAX_VALUE);
    }
    return count;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String group() {
    return group;
  }

  @Override
  public String provider() {
    return name.provider();
  }

  @Override
  public String model() {
    return name.model();
  }

  @Override
  public NodeSettings params() {
    return params;
  }

  @Override
  public NodeSettings info() {
    return info;
  }

  /** Where the entry stands. */
  public Origin origin() {
    return params.origin();
  }

  /** The share of traffic, when {@code weight} sets one. */
  public OptionalDouble weight() {
    return weight;
  }

  /** The rank in its group: lower ones are used first. */
  public int order() {
    return order;
  }

  /** The tags that requests can ask for. */
  public List<String> tags() {
    return tags;
  }

  /** Requests a minute. */
  public OptionalLong rpm() {
    return rpm;
  }

  /** Tokens a minute. */
  public OptionalLong tpm() {
    return tpm;
  }

  /** How long the first byte of an answer may take. */
  public Optional<Duration> timeout() {
    return timeout;
  }

  /** How long the first frame of a stream may take. */
  public Optional<Duration> streamTimeout() {
    return streamTimeout;
  }

  /**
   * The parameters that neither the gateway nor LiteLLM takes for itself: those that the provider
   * does not take either go into the body of each request that does not set them.
   *
   * @return JSON texts by name, in the order of the file
   */
  public Map<String, String> extras() {
    Map<String, String> extras = new LinkedHashMap<>();
    params
        .mapping()
        .entries()
        .forEach((key, entry) -> {
          if (!KnownKeys.DEPLOYMENT.contains(key) && !KnownKeys.deploymentNotHonoured(key)) {
            extras.put(key, JsonText.of(entry.value()));
          }
        });
    return extras;
  }

  /** The same entry for one of the providers that a bare {@code *} stands for. */
  ModelEntry under(String groupName, ModelName one) {
    String ending = groupName.replaceAll("[^A-Za-z0-9.-]", "");
    return new ModelEntry(id + "-" + ending, groupName, one, params, info);
  }
}
