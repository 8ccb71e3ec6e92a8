package dev.headgate.providers.openai;

import dev.headgate.spi.Secret;
import dev.headgate.spi.Settings;
import dev.headgate.spi.provider.BaseUrl;
import dev.headgate.spi.provider.BodyDefaults;
import dev.headgate.spi.provider.DeploymentHeaders;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.Provider;
import dev.headgate.spi.provider.ProviderContext;
import dev.headgate.spi.provider.UpstreamSpec;
import dev.headgate.spi.routing.DeploymentSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Opens the deployments of one service. */
final class OpenAiProvider implements Provider {
  private static final String CHAT_PATH = "/chat/completions";

  private final Service service;
  private final Policy policy;
  private final Function<String, Optional<String>> environment;

  /**
   * @param service whose deployments these are
   * @param policy what holds for all of them
   * @param environment gives the value of a variable
   */
  OpenAiProvider(Service service, Policy policy, Function<String, Optional<String>> environment) {
    this.service = service;
    this.policy = policy;
    this.environment = environment;
  }

  @Override
  public String name() {
    return service.prefix();
  }

  @Override
  public Set<String> prefixes() {
    return Set.of(service.prefix());
  }

  @Override
  public Endpoint open(DeploymentSpec spec, ProviderContext context) {
    Settings params = spec.params();
    boolean ownBase = params.text("api_base").or(() -> params.text("base_url")).isPresent();
    BaseUrl base = base(params);
    Optional<Secret> key = key(params, ownBase);
    if (key.isEmpty() && !ownBase && refusesWithoutKey(base)) {
      throw params.refuse(
          "api_key",
          "the key of the service, here or in the environment variable "
              + String.join(" or ", service.keyVariables()));
    }
    DeploymentHeaders lines = headers(params, key);
    BodyDefaults defaults = BodyDefaults.of(params, Set.of());
    return new OpenAiEndpoint(
        base,
        context.transport().open(UpstreamSpec.of(base.origin()).with(params)),
        new Paths(base, lines),
        new BodyEdits(spec.model(), defaults, StreamUsage.of(service, policy)),
        new PassedHeaders(policy, lines.names()));
  }

  private static DeploymentHeaders headers(Settings params, Optional<Secret> key) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("user-agent", "headgate");
    key.ifPresent(secret -> lines.put("authorization", "Bearer " + secret.reveal()));
    params.text("organization").ifPresent(value -> lines.put("openai-organization", value));
    return DeploymentHeaders.of(lines, params);
  }

  private BaseUrl base(Settings params) {
    Optional<String> found =
        params
            .text("api_base")
            .or(() -> params.text("base_url"))
            .or(() -> firstSet(service.baseVariables()))
            .or(() -> Optional.of(service.defaultBase()).filter(base -> !base.isEmpty()));
    if (found.isEmpty()) {
      throw params.refuse(
          "api_base", "the address of the upstream, since " + service.prefix() + "/ has none");
    }
    BaseUrl base = BaseUrl.of(params, "api_base", found.get());
    return base.path().endsWith(CHAT_PATH)
        ? base.withPath(base.path().substring(0, base.path().length() - CHAT_PATH.length()))
        : base;
  }

  /**
   * The key that goes with the address. The key of a public service, found in the environment, is
   * for that service alone: an address that somebody wrote into a deployment does not get it.
   */
  private Optional<Secret> key(Settings params, boolean ownBase) {
    Optional<Secret> configured = params.secret("api_key");
    if (configured.isPresent() || (ownBase && !service.defaultBase().isEmpty())) {
      return configured;
    }
    return firstSet(service.keyVariables()).map(value -> checked(params, value));
  }

  private static Secret checked(Settings params, String value) {
    if (value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      throw params.refuse(
          "api_key", "a key without control characters in the environment variable");
    }
    return Secret.of(value);
  }

  private Optional<String> firstSet(List<String> variables) {
    return variables.stream()
        .map(environment)
        .flatMap(Optional::stream)
        .map(String::strip)
        .filter(value -> !value.isEmpty())
        .findFirst();
  }

  /** Whether requests go to a public service; what runs on this machine needs no key. */
  private boolean refusesWithoutKey(BaseUrl base) {
    return !service.defaultBase().isEmpty() && base.origin().getScheme().equals("https");
  }
}
