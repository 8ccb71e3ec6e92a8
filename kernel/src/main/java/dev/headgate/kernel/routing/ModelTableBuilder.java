package dev.headgate.kernel.routing;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.provider.Provider;
import dev.headgate.spi.provider.ProviderContext;
import dev.headgate.spi.provider.Timeouts;
import dev.headgate.spi.provider.Transport;
import dev.headgate.spi.routing.DeploymentSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Opens the endpoints of a model list. */
public final class ModelTableBuilder {
  private final Map<String, Hook<Provider>> byPrefix = new LinkedHashMap<>();
  private final Map<String, Hook<Provider>> takeovers = new LinkedHashMap<>();
  private final ProviderContext context;
  private final Timeouts timeouts;
  private final Timeouts streamTimeouts;
  private final Consumer<String> warnings;

  /**
   * @param providers the providers that are loaded
   * @param transport opens connections
   * @param clock the clock of the gateway
   * @param timeouts of plain calls, where a deployment has none of its own
   * @param streamTimeouts of streams
   * @param warnings takes a sentence about each deployment that cannot be called
   */
  public ModelTableBuilder(
      List<Hook<Provider>> providers,
      Transport transport,
      GatewayClock clock,
      Timeouts timeouts,
      Timeouts streamTimeouts,
      Consumer<String> warnings) {
    for (Hook<Provider> hook : providers) {
      Provider provider = hook.extension();
      provider.prefixes().forEach(prefix -> byPrefix.putIfAbsent(prefix, hook));
      provider.takesOver().forEach(name -> takeovers.putIfAbsent(name, hook));
    }
    this.timeouts = timeouts;
    this.streamTimeouts = streamTimeouts;
    this.warnings = warnings;
    this.context =
        new ProviderContext() {
          @Override
          public Transport transport() {
            return transport;
          }

          @Override
          public GatewayClock clock() {
            return clock;
          }
        };
  }

  /** The prefixes that deployments can have. */
  public Set<String> prefixes() {
    return new TreeSet<>(byPrefix.keySet());
  }

  /** The body fields that make another provider take over. */
  public List<String> takeoverFields() {
    return List.copyOf(takeovers.keySet());
  }

  /**
   * Opens all deployments.
   *
   * @param specs the model list
   * @param aliases other names for groups
   * @param hidden which aliases a list of models does not show
   */
  public ModelTable build(
      List<? extends DeploymentSpec> specs, Map<String, String> aliases, Predicate<String> hidden) {
    List<KernelDeployment> opened = new ArrayList<>();
    try {
      for (DeploymentSpec spec : specs) {
        try {
          opened.add(open(spec));
        } catch (IllegalArgumentException e) {
          throw new SettingException(
              spec.params().path() + ": the deployment cannot be opened: " + e.getMessage());
        }
      }
    } catch (RuntimeException e) {
      opened.forEach(KernelDeployment::close);
      throw e;
    }
    return new ModelTable(opened, aliases, hidden);
  }

  private KernelDeployment open(DeploymentSpec spec) {
    DeploymentFacts facts = DeploymentFacts.of(spec, timeouts, streamTimeouts);
    Hook<Provider> substitute = null;
    for (var entry : takeovers.entrySet()) {
      substitute = entry.getValue();
      if (spec.params().keys().contains(entry.getKey())) {
        return new KernelDeployment(spec, open(spec, substitute), null, "", facts);
      }
    }
    Hook<Provider> provider = byPrefix.get(spec.provider());
    if (provider == null) {
      String missing =
          "model "
              + spec.group()
              + " needs the provider "
              + spec.provider()
              + ", which no loaded plugin brings; there "
              + (byPrefix.isEmpty() ? "is none" : "are " + String.join(", ", prefixes()));
      warnings.accept(missing);
      return new KernelDeployment(spec, null, null, missing, facts);
    }
    return new KernelDeployment(
        spec, open(spec, provider), substitute == null ? null : open(spec, substitute), "", facts);
  }

  private Callee open(DeploymentSpec spec, Hook<Provider> provider) {
    return new Callee(provider.extension().open(spec, context), provider);
  }
}
