package dev.headgate.plugins.authkeys.entity;

import dev.headgate.spi.routing.Deployment;
import dev.headgate.spi.routing.ModelCatalog;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which model groups belong to which access groups, {@code model_info.access_groups}. */
public final class AccessGroups {
  private final Optional<ModelCatalog> catalog;
  private volatile Index index = new Index(List.of(), Map.of());

  /** The groups of the deployments made from one list. */
  private record Index(List<? extends Deployment> of, Map<String, Set<String>> byModel) {}

  /**
   * @param catalog the models; empty where the kernel does not offer them
   */
  public AccessGroups(Optional<ModelCatalog> catalog) {
    this.catalog = catalog;
  }

  /** Whether a model belongs to one of these groups. */
  boolean holds(Set<String> groups, String model) {
    Map<String, Set<String>> byModel = current().byModel;
    if (byModel.isEmpty()) {
      return false;
    }
    Set<String> exact = byModel.get(model);
    if (exact != null) {
      return meet(exact, groups);
    }
    for (Map.Entry<String, Set<String>> entry : byModel.entrySet()) {
      String name = entry.getKey();
      if (name.endsWith("*")
          && model.startsWith(name.substring(0, name.length() - 1))
          && meet(entry.getValue(), groups)) {
        return true;
      }
    }
    return false;
  }

  private static boolean meet(Set<String> some, Set<String> others) {
    return some.stream().anyMatch(others::contains);
  }

  /** Every access group that there is. */
  public Set<String> names() {
    Set<String> names = new HashSet<>();
    current().byModel.values().forEach(names::addAll);
    return names;
  }

  @SuppressWarnings("ReferenceEquality") // the catalog gives another list when something changes
  private Index current() {
    List<? extends Deployment> now =
        catalog.<List<? extends Deployment>>map(ModelCatalog::deployments).orElse(List.of());
    Index known = index;
    if (known.of != now) {
      known = new Index(now, read(now));
      index = known;
    }
    return known;
  }

  private static Map<String, Set<String>> read(List<? extends Deployment> deployments) {
    Map<String, Set<String>> byModel = new HashMap<>();
    for (Deployment deployment : deployments) {
      List<String> groups = deployment.spec().info().texts("access_groups");
      if (!groups.isEmpty()) {
        byModel.computeIfAbsent(deployment.group(), name -> new HashSet<>()).addAll(groups);
      }
    }
    return byModel;
  }
}
