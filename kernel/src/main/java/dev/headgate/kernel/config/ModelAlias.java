package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.Node;
import dev.headgate.kernel.config.tree.NodeSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A further name of a model.
 *
 * @param name the further name
 * @param group the name in {@code model_list}
 * @param hidden whether it is kept out of the list of models
 */
public record ModelAlias(String name, String group, boolean hidden) {

  static Optional<List<ModelAlias>> read(NodeSettings section, String key) {
    Optional<Node> node = section.node(key);
    if (node.isEmpty()) {
      return Optional.empty();
    }
    NodeSettings aliases = section.section(key);
    List<ModelAlias> found = new ArrayList<>();
    for (String name : aliases.keys()) {
      found.add(one(aliases, name));
    }
    return Optional.of(List.copyOf(found));
  }

  private static ModelAlias one(NodeSettings aliases, String name) {
    if (aliases.node(name).orElse(null) instanceof Node.Mapping) {
      NodeSettings detail = aliases.section(name);
      String group =
          detail.text("model").orElseThrow(() -> detail.missing("model", "the name of a model"));
      return new ModelAlias(name, group, detail.flag("hidden").orElse(false));
    }
    String group =
        aliases.text(name).orElseThrow(() -> aliases.missing(name, "the name of a model"));
    return new ModelAlias(name, group, false);
  }
}
