package dev.headgate.kernel.plugin;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Settles which of two plugins for the same task serves. The one whose manifest says {@code
 * replaces} serves where every service that it needs is offered; else the other one does. So adding
 * a store is enough to change over, and a distribution can hold both.
 */
final class Replacement {
  private static final System.Logger LOG = System.getLogger(Replacement.class.getName());

  private final List<FoundPlugin> chosen;
  private final Set<String> offeredByKernel;

  /**
   * @param chosen in the order of the configuration
   * @param offeredByKernel the simple names of the kernel's services
   */
  Replacement(List<FoundPlugin> chosen, Set<String> offeredByKernel) {
    this.chosen = chosen;
    this.offeredByKernel = offeredByKernel;
  }

  /** Those that serve, in the same order. */
  List<FoundPlugin> remaining() {
    List<FoundPlugin> remaining = new ArrayList<>(chosen);
    for (FoundPlugin plugin : chosen) {
      for (String id : plugin.manifest().map(Manifest::replaces).orElse(Set.of())) {
        find(id).ifPresent(other -> remaining.remove(loser(plugin, other)));
      }
    }
    return List.copyOf(remaining);
  }

  private FoundPlugin loser(FoundPlugin plugin, FoundPlugin other) {
    Optional<String> lacking =
        plugin.requireSound().services().stream()
            .filter(service -> !offered(plugin, service))
            .findFirst();
    if (lacking.isEmpty()) {
      LOG.log(Level.DEBUG, "Plugin {0} takes the place of {1}", plugin.id(), other.id());
      return other;
    }
    LOG.log(
        Level.INFO,
        "Plugin {0} leaves its place to {1}, since no plugin that is on offers the service {2}",
        plugin.id(),
        other.id(),
        lacking.get());
    return plugin;
  }

  private boolean offered(FoundPlugin plugin, String service) {
    return offeredByKernel.contains(service)
        || chosen.stream().anyMatch(other -> other != plugin && other.provides(service));
  }

  private Optional<FoundPlugin> find(String id) {
    return chosen.stream().filter(plugin -> plugin.id().equals(id)).findFirst();
  }
}
