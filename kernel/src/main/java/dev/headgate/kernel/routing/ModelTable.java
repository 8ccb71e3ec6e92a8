package dev.headgate.kernel.routing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All names under which models can be called. Immutable; a reload makes a new one.
 *
 * <p>A name is looked for as a group, then as a deployment's id, then as an alias of {@code
 * router_settings.model_group_alias}, then under the wildcards, the longest first.
 */
public final class ModelTable {

  /**
   * Where a name leads.
   *
   * @param group the group
   * @param tail what the asterisk of a wildcard stands for; the whole name otherwise
   */
  public record Match(ModelGroup group, String tail) {}

  private final Map<String, Match> exact;
  private final List<ModelGroup> wildcards;
  private final List<String> listed;
  private final List<KernelDeployment> deployments;

  ModelTable(
      List<KernelDeployment> deployments, Map<String, String> aliases, Predicate<String> hidden) {
    this.deployments = List.copyOf(deployments);
    Map<String, List<KernelDeployment>> byGroup = new LinkedHashMap<>();
    for (KernelDeployment deployment : deployments) {
      byGroup.computeIfAbsent(deployment.group(), name -> new ArrayList<>()).add(deployment);
    }
    Map<String, Match> names = new LinkedHashMap<>();
    List<ModelGroup> patterns = new ArrayList<>();
    byGroup.forEach((name, members) -> {
      ModelGroup group = new ModelGroup(name, List.copyOf(members));
      if (group.wildcard()) {
        patterns.add(group);
      }
      names.put(name, new Match(group, name));
    });
    for (KernelDeployment deployment : deployments) {
      names.putIfAbsent(
          deployment.id(),
          new Match(new ModelGroup(deployment.group(), List.of(deployment)), deployment.group()));
    }
    List<String> shown = new ArrayList<>(byGroup.keySet());
    patterns.sort(Comparator.comparingInt((ModelGroup g) -> g.prefix().length()).reversed());
    wildcards = List.copyOf(patterns);
    exact = names;
    aliases.forEach((alias, target) -> {
      Match match = find(target);
      if (match != null) {
        names.putIfAbsent(alias, match);
        if (!hidden.test(alias)) {
          shown.add(alias);
        }
      }
    });
    listed = List.copyOf(shown);
  }

  /** A table without models. */
  public static ModelTable empty() {
    return new ModelTable(List.of(), Map.of(), name -> false);
  }

  /**
   * Where a name leads.
   *
   * @param name the name in the request
   * @return null when nowhere
   */
  public @Nullable Match find(String name) {
    Match match = exact.get(name);
    if (match != null && !match.group().wildcard()) {
      return match;
    }
    for (ModelGroup group : wildcards) {
      String prefix = group.prefix();
      if (name.length() > prefix.length() && name.startsWith(prefix)) {
        return new Match(group, name.substring(prefix.length()));
      }
    }
    return match;
  }

  /** The names that a list of models shows, in the order of the configuration. */
  public List<String> listed() {
    return listed;
  }

  /** All deployments. */
  public List<KernelDeployment> deployments() {
    return deployments;
  }

  /** Gives the endpoints back; called after the last exchange that uses this table. */
  public void close() {
    deployments.forEach(KernelDeployment::close);
  }
}
