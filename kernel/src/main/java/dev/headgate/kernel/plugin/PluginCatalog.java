package dev.headgate.kernel.plugin;

import dev.headgate.kernel.config.tree.Names;
import dev.headgate.spi.PluginException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Every plugin that there is, sound or not. Looking them up loads none of them. */
public final class PluginCatalog {
  private final List<FoundPlugin> plugins;

  private PluginCatalog(List<FoundPlugin> plugins) {
    this.plugins = List.copyOf(plugins);
    requireOneOfEach();
  }

  /**
   * The plugins of the distribution and those of a folder.
   *
   * @param folder holds a folder for each plugin; need not exist
   * @param grants the ids of those in the folder that may use native code
   * @throws PluginException if the folder cannot be read, or two plugins have the same id
   */
  public static PluginCatalog of(Path folder, Set<String> grants) {
    List<FoundPlugin> plugins = new ArrayList<>(BuiltIns.find());
    plugins.addAll(PluginFolder.find(folder, grants));
    return new PluginCatalog(plugins);
  }

  /**
   * These plugins and no others.
   *
   * @param plugins in the order in which they are asked
   */
  public static PluginCatalog given(List<FoundPlugin> plugins) {
    return new PluginCatalog(plugins);
  }

  /** All of them: those of the distribution first, each sort by its ids. */
  public List<FoundPlugin> all() {
    return plugins;
  }

  /** The ids of all of them. */
  public Set<String> ids() {
    Set<String> ids = new TreeSet<>();
    plugins.forEach(plugin -> ids.add(plugin.id()));
    return ids;
  }

  /**
   * Those that shall run, in the order of the configuration.
   *
   * @param choice what the configuration says
   * @throws PluginException if it names a plugin that is not there, or chooses one that cannot be
   *     loaded: a policy that the operator has put there must not be left out in silence
   */
  public List<FoundPlugin> choose(PluginChoice choice) {
    requireKnown("only", choice.only());
    requireKnown("without", choice.without());
    requireKnown("grants", choice.grants().stream().sorted().toList());
    List<FoundPlugin> chosen = choice.only().isEmpty() ? without(choice) : only(choice);
    chosen.forEach(PluginCatalog::requireSound);
    return chosen;
  }

  private List<FoundPlugin> without(PluginChoice choice) {
    return plugins.stream().filter(plugin -> choice.runs(plugin.id())).toList();
  }

  private List<FoundPlugin> only(PluginChoice choice) {
    Map<String, FoundPlugin> byId = new HashMap<>();
    plugins.forEach(plugin -> byId.put(plugin.id(), plugin));
    return choice.only().stream().distinct().map(byId::get).toList();
  }

  private static void requireSound(FoundPlugin plugin) {
    try {
      plugin.requireSound();
    } catch (PluginException e) {
      throw new PluginException(
          e.getMessage()
              + " ("
              + plugin.origin()
              + "; headgate.plugins.without: ["
              + plugin.id()
              + "] starts without it)",
          e);
    }
  }

  private void requireKnown(String setting, List<String> named) {
    Set<String> ids = ids();
    for (String id : named) {
      if (!ids.contains(id)) {
        throw new PluginException(
            "headgate.plugins."
                + setting
                + " names the plugin "
                + id
                + ", which is not there; there"
                + " are: "
                + (ids.isEmpty() ? "none" : String.join(", ", ids))
                + Names.didYouMean(id, ids));
      }
    }
  }

  private void requireOneOfEach() {
    Map<String, FoundPlugin> byId = new HashMap<>();
    for (FoundPlugin plugin : plugins) {
      FoundPlugin other = byId.putIfAbsent(plugin.id(), plugin);
      if (other != null) {
        throw new PluginException(
            "there are two plugins "
                + plugin.id()
                + ": "
                + other.origin()
                + " and "
                + plugin.origin()
                + "; take one away");
      }
    }
  }
}
