package dev.headgate.kernel.plugin;

import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.spi.Extension;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.admission.LimitLedger;
import dev.headgate.spi.admission.LimitSource;
import dev.headgate.spi.admission.PriceBook;
import dev.headgate.spi.admission.TokenCounterProvider;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.cache.ResponseCache;
import dev.headgate.spi.guard.Guardrail;
import dev.headgate.spi.guard.StreamTransform;
import dev.headgate.spi.http.RouteContributor;
import dev.headgate.spi.provider.Provider;
import dev.headgate.spi.provider.Transport;
import dev.headgate.spi.routing.AttemptListener;
import dev.headgate.spi.routing.CandidateFilter;
import dev.headgate.spi.routing.DeploymentSource;
import dev.headgate.spi.routing.RoutingStrategy;
import dev.headgate.spi.usage.UsageListener;
import dev.headgate.spi.usage.UsageSink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The extensions of one set of plugins, by kind, in the order of the configuration. Immutable; the
 * lists of the kinds that every request meets are fields, and none of them is ever copied.
 */
public final class Extensions {
  private final Map<Class<?>, List<Hook<?>>> byKind;
  private final Set<String> needs;
  private final List<Hook<Authenticator>> authenticators;
  private final List<Hook<HeaderGate>> headerGates;
  private final List<Hook<LimitSource>> limitSources;
  private final List<Hook<Guardrail>> guardrails;
  private final List<Hook<ResponseCache>> responseCaches;
  private final List<Hook<CandidateFilter>> candidateFilters;
  private final List<Hook<AttemptListener>> attemptListeners;
  private final List<Hook<StreamTransform>> streamTransforms;
  private final List<Hook<UsageListener>> usageListeners;

  private Extensions(Map<Class<?>, List<Hook<?>>> byKind, Set<String> needs) {
    Map<Class<?>, List<Hook<?>>> copy = new LinkedHashMap<>();
    byKind.forEach((kind, hooks) -> copy.put(kind, List.copyOf(hooks)));
    this.byKind = Map.copyOf(copy);
    this.needs = Set.copyOf(needs);
    authenticators = of(Authenticator.class);
    headerGates = of(HeaderGate.class);
    limitSources = of(LimitSource.class);
    guardrails = of(Guardrail.class);
    responseCaches = of(ResponseCache.class);
    candidateFilters = of(CandidateFilter.class);
    attemptListeners = of(AttemptListener.class);
    streamTransforms = of(StreamTransform.class);
    usageListeners = of(UsageListener.class);
  }

  /** No extension at all. */
  public static Extensions none() {
    return new Extensions(Map.of(), Set.of());
  }

  /**
   * The hooks of a kind, in the order of the configuration; empty when there are none.
   *
   * @param kind the interface of the SPI
   */
  @SuppressWarnings("unchecked") // The builder files a hook under its own kind only.
  public <E extends Extension> List<Hook<E>> of(Class<E> kind) {
    return (List<Hook<E>>) (List<?>) byKind.getOrDefault(kind, List.of());
  }

  /**
   * The one that counts of a kind of which there is one: the last loaded.
   *
   * @param kind the interface of the SPI
   */
  public <E extends Extension> Optional<Hook<E>> last(Class<E> kind) {
    List<Hook<E>> hooks = of(kind);
    return hooks.isEmpty() ? Optional.empty() : Optional.of(hooks.getLast());
  }

  public List<Hook<Authenticator>> authenticators() {
    return authenticators;
  }

  public List<Hook<HeaderGate>> headerGates() {
    return headerGates;
  }

  public List<Hook<RouteContributor>> routeContributors() {
    return of(RouteContributor.class);
  }

  public List<Hook<RoutingStrategy>> routingStrategies() {
    return of(RoutingStrategy.class);
  }

  public List<Hook<CandidateFilter>> candidateFilters() {
    return candidateFilters;
  }

  public List<Hook<DeploymentSource>> deploymentSources() {
    return of(DeploymentSource.class);
  }

  public List<Hook<TokenCounterProvider>> tokenCounterProviders() {
    return of(TokenCounterProvider.class);
  }

  public List<Hook<LimitSource>> limitSources() {
    return limitSources;
  }

  public Optional<Hook<LimitLedger>> limitLedger() {
    return last(LimitLedger.class);
  }

  public List<Hook<PriceBook>> priceBooks() {
    return of(PriceBook.class);
  }

  public List<Hook<Guardrail>> guardrails() {
    return guardrails;
  }

  public List<Hook<ResponseCache>> responseCaches() {
    return responseCaches;
  }

  public List<Hook<Provider>> providers() {
    return of(Provider.class);
  }

  public List<Hook<Transport>> transports() {
    return of(Transport.class);
  }

  public List<Hook<AttemptListener>> attemptListeners() {
    return attemptListeners;
  }

  public List<Hook<StreamTransform>> streamTransforms() {
    return streamTransforms;
  }

  public List<Hook<UsageListener>> usageListeners() {
    return usageListeners;
  }

  public List<Hook<UsageSink>> usageSinks() {
    return of(UsageSink.class);
  }

  /**
   * Whether some plugin declared that it looks at a part of the exchange.
   *
   * @param part {@code headers}, {@code envelope}, {@code prompt}, {@code frames} or {@code usage}
   */
  public boolean needs(String part) {
    return needs.contains(part);
  }

  /** Puts extensions in their places. */
  public static final class Builder {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private final HookMeters meters;
    private final Map<Class<?>, List<Hook<?>>> byKind = new LinkedHashMap<>();
    private final Set<String> needs = new HashSet<>();
    private final Set<String> names = new HashSet<>();

    /**
     * @param meters where their calls are booked
     */
    public Builder(HookMeters meters) {
      this.meters = meters;
    }

    /**
     * Adds the extensions of a plugin, behind those that are there.
     *
     * @param manifest what the plugin says of itself
     * @param extensions what it returned when it started
     * @throws PluginException if one of them is not what the manifest says
     */
    public Builder add(Manifest manifest, List<Extension> extensions) {
      needs.addAll(manifest.needs());
      for (Extension extension : extensions) {
        for (Class<? extends Extension> kind : Kinds.of(extension)) {
          add(manifest, kind, extension);
        }
      }
      return this;
    }

    private <E extends Extension> void add(Manifest manifest, Class<E> kind, Extension extension) {
      String kindName = kind.getSimpleName();
      String name = name(manifest, kindName, extension);
      if (!manifest.kinds().contains(kindName)) {
        throw new PluginException(
            "plugin "
                + manifest.id()
                + " brings the "
                + kindName
                + " "
                + name
                + ", but its manifest does not list "
                + kindName
                + " under kinds");
      }
      if (!names.add(manifest.id() + '/' + kindName + '/' + name)) {
        throw new PluginException(
            "plugin "
                + manifest.id()
                + " brings two extensions of the kind "
                + kindName
                + " with the name "
                + name
                + "; give each a name() of its own");
      }
      byKind
          .computeIfAbsent(kind, missing -> new ArrayList<>())
          .add(
              new Hook<>(
                  kind,
                  kind.cast(extension),
                  name,
                  manifest,
                  meters.meter(manifest.id(), kindName, name)));
    }

    /** What has no class name of its own is named after its kind; it would change at each start. */
    private static String name(Manifest manifest, String kindName, Extension extension) {
      String name = extension.name();
      if (NAME.matcher(name).matches()) {
        return name;
      }
      if (extension.getClass().isHidden() || extension.getClass().isAnonymousClass()) {
        return kindName;
      }
      throw new PluginException(
          "plugin "
              + manifest.id()
              + " brings a "
              + kindName
              + " with the name \""
              + name
              + "\"; letters, digits, dashes, dots and underscores are allowed");
    }

    /** All of them. */
    public Extensions build() {
      return new Extensions(byKind, needs);
    }
  }
}
