package dev.headgate.providers.openai;

import dev.headgate.spi.Secret;
import dev.headgate.spi.Settings;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.Provider;
import dev.headgate.spi.provider.ProviderContext;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamSpec;
import dev.headgate.spi.routing.DeploymentSpec;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Opens deployments of upstreams that speak OpenAI's dialect. */
final class OpenAiProvider implements Provider {
  private static final Set<String> PREFIXES = prefixesInOrder();

  private final Wishes wishes;
  private final Function<String, Optional<String>> environment;

  OpenAiProvider(Wishes wishes, Function<String, Optional<String>> environment) {
    this.wishes = wishes;
    this.environment = environment;
  }

  private static Set<String> prefixesInOrder() {
    Set<String> ordered = new java.util.LinkedHashSet<>();
    ordered.add(Family.OPENAI);
    ordered.addAll(new TreeSet<>(Family.BY_PREFIX.keySet()));
    return java.util.Collections.unmodifiableSet(ordered);
  }

  @Override
  public String name() {
    return Family.OPENAI;
  }

  @Override
  public Set<String> prefixes() {
    return PREFIXES;
  }

  @Override
  public Endpoint open(DeploymentSpec spec, ProviderContext context) {
    Settings params = spec.params();
    Family family =
        Objects.requireNonNull(
            Family.BY_PREFIX.getOrDefault(spec.provider(), Family.BY_PREFIX.get(Family.OPENAI)));
    URI base = base(params, family);
    List<HeaderLine> headers = new ArrayList<>();
    headers.add(new HeaderLine("content-type", "application/json"));
    key(spec, params, family, base)
        .ifPresent(key -> headers.add(new HeaderLine("authorization", "Bearer " + key.reveal())));
    params
        .text("organization")
        .ifPresent(name -> headers.add(new HeaderLine("openai-organization", name)));
    for (String section : new String[] {"extra_headers", "headers"}) {
      Settings more = params.section(section);
      for (String name : more.keys()) {
        headers.add(new HeaderLine(name, more.text(name).orElse("")));
      }
    }
    UpstreamSpec origin = UpstreamSpec.of(origin(base));
    Optional<String> verify = params.text("ssl_verify");
    if (verify.isPresent() && verify.get().equalsIgnoreCase("false")) {
      origin = origin.withoutVerification();
    } else if (verify.isPresent() && !verify.get().equalsIgnoreCase("true")) {
      origin = origin.trusting(Path.of(verify.get()));
    }
    Upstream upstream = context.transport().open(origin);
    try {
      return new OpenAiEndpoint(wishes, base, upstream, headers, spec.model(), Defaults.of(params));
    } catch (IllegalArgumentException e) {
      upstream.close();
      throw params.refuse("extra_headers", "names and values of headers (" + e.getMessage() + ")");
    }
  }

  private static URI base(Settings params, Family family) {
    String text =
        params
            .text("api_base")
            .or(() -> params.text("base_url"))
            .map(String::strip)
            .filter(base -> !base.isEmpty())
            .orElse(family.base());
    if (text.isEmpty()) {
      throw params.refuse(
          "api_base", "the address of the upstream, such as http://127.0.0.1:8000/v1");
    }
    try {
      URI base = URI.create(text);
      String scheme = Objects.requireNonNullElse(base.getScheme(), "");
      if ((scheme.equals("http") || scheme.equals("https")) && base.getHost() != null) {
        return base;
      }
    } catch (IllegalArgumentException e) {
      throw params.refuse("api_base", "an address, http://host/path or https://host/path");
    }
    throw params.refuse("api_base", "an address, http://host/path or https://host/path");
  }

  private static URI origin(URI base) {
    return URI.create(
        base.getScheme()
            + "://"
            + base.getHost()
            + (base.getPort() < 0 ? "" : ":" + base.getPort()));
  }

  /** The key; absent for an upstream of one's own that was given none. */
  private Optional<Secret> key(DeploymentSpec spec, Settings params, Family family, URI base) {
    Optional<Secret> configured = params.secret("api_key");
    if (configured.isPresent()) {
      return configured;
    }
    boolean own = params.text("api_base").isPresent() || family.base().isEmpty();
    Optional<Secret> variable =
        own && !family.keyVariable().equals("HOSTED_VLLM_API_KEY") && !family.base().isEmpty()
            ? Optional.empty()
            : environment
                .apply(family.keyVariable())
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(Secret::of);
    if (variable.isEmpty() && !own && !local(base)) {
      throw params.refuse(
          "api_key",
          "the key of " + spec.provider() + ", here or in the variable " + family.keyVariable());
    }
    return variable;
  }

  private static boolean local(URI base) {
    String host = base.getHost();
    return host.equals("localhost") || host.startsWith("127.");
  }
}
