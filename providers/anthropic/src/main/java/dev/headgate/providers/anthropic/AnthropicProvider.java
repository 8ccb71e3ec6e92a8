package dev.headgate.providers.anthropic;

import dev.headgate.spi.Secret;
import dev.headgate.spi.Settings;
import dev.headgate.spi.provider.BaseUrl;
import dev.headgate.spi.provider.BodyDefaults;
import dev.headgate.spi.provider.ClientHeaders;
import dev.headgate.spi.provider.DeploymentHeaders;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.Provider;
import dev.headgate.spi.provider.ProviderContext;
import dev.headgate.spi.provider.UpstreamRequest;
import dev.headgate.spi.provider.UpstreamSpec;
import dev.headgate.spi.routing.DeploymentSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Opens deployments that speak the Messages dialect. */
final class AnthropicProvider implements Provider {
  private static final String PUBLIC_BASE = "https://api.anthropic.com";

  private final Function<String, Optional<String>> environment;
  private final ClientHeaders clientHeaders;

  AnthropicProvider(Function<String, Optional<String>> environment, ClientHeaders clientHeaders) {
    this.environment = environment;
    this.clientHeaders = clientHeaders;
  }

  @Override
  public String name() {
    return "anthropic";
  }

  @Override
  public Set<String> prefixes() {
    return Set.of("anthropic");
  }

  @Override
  public Endpoint open(DeploymentSpec spec, ProviderContext context) {
    Settings params = spec.params();
    Optional<String> configured = params.text("api_base").or(() -> params.text("base_url"));
    boolean own = configured.isPresent();
    BaseUrl base =
        BaseUrl.of(
            params,
            "api_base",
            configured
                .or(() -> variable("ANTHROPIC_API_BASE"))
                .or(() -> variable("ANTHROPIC_BASE_URL"))
                .orElse(PUBLIC_BASE));
    DeploymentHeaders lines = headers(params, key(params, own));
    BaseUrl versioned = versioned(base);
    return new AnthropicEndpoint(
        versioned,
        context.transport().open(UpstreamSpec.of(base.origin()).with(params)),
        template(versioned, AnthropicEndpoint.MESSAGES, lines),
        template(versioned, AnthropicEndpoint.COUNT_TOKENS, lines),
        lines.names(),
        spec.model(),
        BodyDefaults.of(params, Set.of()),
        clientHeaders);
  }

  /** The documented paths start with /v1; a base may hold it or not. */
  private static BaseUrl versioned(BaseUrl base) {
    return base.path().endsWith("/v1") ? base : base.withPath(base.path() + "/v1");
  }

  /** The key of the public service is for that service alone, not for an address of one's own. */
  private Optional<Secret> key(Settings params, boolean own) {
    Optional<Secret> configured = params.secret("api_key");
    if (configured.isPresent() || own) {
      return configured;
    }
    Optional<String> value = variable("ANTHROPIC_API_KEY");
    if (value.isEmpty()) {
      throw params.refuse(
          "api_key", "the key of the service, here or in the variable ANTHROPIC_API_KEY");
    }
    if (value.get().chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      throw params.refuse("api_key", "a key without control characters in ANTHROPIC_API_KEY");
    }
    return value.map(Secret::of);
  }

  private Optional<String> variable(String name) {
    return environment.apply(name).map(String::strip).filter(text -> !text.isEmpty());
  }

  private static DeploymentHeaders headers(Settings params, Optional<Secret> key) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("content-type", "application/json");
    lines.put("user-agent", "headgate");
    key.ifPresent(secret -> lines.put("x-api-key", secret.reveal()));
    return DeploymentHeaders.of(lines, params);
  }

  private static UpstreamRequest.Template template(
      BaseUrl base, String operation, DeploymentHeaders lines) {
    return lines.addTo(UpstreamRequest.template("POST", base.target(operation))).build();
  }
}
