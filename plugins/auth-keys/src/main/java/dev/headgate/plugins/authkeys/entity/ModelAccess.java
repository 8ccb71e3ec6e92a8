package dev.headgate.plugins.authkeys.entity;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which models a list of names lets through: names, patterns, access groups, or all. */
final class ModelAccess {
  static final String ALL_MODELS = "all-proxy-models";
  static final String TEAM_MODELS = "all-team-models";
  static final String NO_MODELS = "no-default-models";

  /** Everything. */
  static final ModelAccess ALL = new ModelAccess(true, Set.of(), List.of());

  private final boolean all;
  private final Set<String> names;
  private final List<String> prefixes;

  private ModelAccess(boolean all, Set<String> names, List<String> prefixes) {
    this.all = all;
    this.names = names;
    this.prefixes = prefixes;
  }

  /**
   * Reads a list; an empty one lets everything through.
   *
   * @param inTeam whether {@code all-team-models} stands for something: the team's own list is
   *     looked at besides
   */
  static ModelAccess of(List<String> models, boolean inTeam) {
    boolean all =
        models.isEmpty()
            || models.contains("*")
            || models.contains(ALL_MODELS)
            || (inTeam && models.contains(TEAM_MODELS));
    if (all) {
      return ALL;
    }
    Set<String> names = new HashSet<>();
    List<String> prefixes = new ArrayList<>();
    for (String model : models) {
      if (model.endsWith("*")) {
        prefixes.add(model.substring(0, model.length() - 1));
      }
      names.add(model);
    }
    names.removeAll(Set.of(TEAM_MODELS, NO_MODELS));
    return new ModelAccess(false, Set.copyOf(names), List.copyOf(prefixes));
  }

  boolean allows(String model, AccessGroups groups) {
    if (all || names.contains(model)) {
      return true;
    }
    for (String prefix : prefixes) {
      if (model.startsWith(prefix)) {
        return true;
      }
    }
    return groups.holds(names, model);
  }
}
