package dev.headgate.kernel.plugin;

import dev.headgate.spi.PluginException;
import dev.headgate.spi.state.SecretResolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Puts plugins in the order in which they start: whoever offers a service before whoever asks for
 * it, otherwise as they are configured. Resolvers of secrets are no part of it, since they start
 * before all others.
 */
final class StartOrder {
  private final List<FoundPlugin> chosen;
  private final Set<String> offeredByKernel;

  /**
   * @param chosen in the order of the configuration
   * @param offeredByKernel the simple names of the kernel's services
   */
  StartOrder(List<FoundPlugin> chosen, Set<String> offeredByKernel) {
    this.chosen = chosen;
    this.offeredByKernel = offeredByKernel;
  }

  static boolean resolvesSecrets(FoundPlugin plugin) {
    return plugin.requireSound().kinds().contains(SecretResolver.class.getSimpleName());
  }

  /** The resolvers of secrets, which may not ask for services. */
  List<FoundPlugin> resolvers() {
    List<FoundPlugin> resolvers = chosen.stream().filter(StartOrder::resolvesSecrets).toList();
    for (FoundPlugin resolver : resolvers) {
      List<String> services = resolver.requireSound().services();
      if (!services.isEmpty()) {
        throw new PluginException(
            "plugin "
                + resolver.id()
                + " resolves secrets and so starts before all others, but its"
                + " manifest asks for "
                + String.join(", ", services));
      }
    }
    return resolvers;
  }

  /** All the others. */
  List<FoundPlugin> others() {
    List<FoundPlugin> waiting =
        new ArrayList<>(chosen.stream().filter(plugin -> !resolvesSecrets(plugin)).toList());
    waiting.forEach(this::requireServices);
    List<FoundPlugin> ordered = new ArrayList<>();
    while (!waiting.isEmpty()) {
      FoundPlugin next =
          waiting.stream()
              .filter(plugin -> waiting.stream().noneMatch(other -> waitsFor(plugin, other)))
              .findFirst()
              .orElseThrow(() -> circle(waiting));
      waiting.remove(next);
      ordered.add(next);
    }
    return ordered;
  }

  /** Whether a plugin asks for a service that another one offers. */
  static boolean waitsFor(FoundPlugin plugin, FoundPlugin other) {
    Manifest manifest = plugin.requireSound();
    return plugin != other && other.requireSound().provides().stream().anyMatch(manifest::asksFor);
  }

  private void requireServices(FoundPlugin plugin) {
    for (String service : plugin.requireSound().services()) {
      boolean offered =
          offeredByKernel.contains(service)
              || chosen.stream().anyMatch(other -> other != plugin && other.provides(service));
      if (!offered) {
        throw new PluginException(
            "plugin "
                + plugin.id()
                + " needs the service "
                + service
                + ", which no plugin that is on offers; switch one on, or "
                + plugin.id()
                + " off");
      }
    }
  }

  private static PluginException circle(List<FoundPlugin> waiting) {
    return new PluginException(
        "the plugins "
            + waiting.stream().map(FoundPlugin::id).collect(Collectors.joining(", "))
            + " ask for each other's services in a circle, so none of them can start first");
  }
}
