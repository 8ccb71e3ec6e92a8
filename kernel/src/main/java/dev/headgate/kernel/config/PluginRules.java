package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.ConfigWarning;
import dev.headgate.kernel.config.tree.Names;
import dev.headgate.kernel.config.tree.NodeSettings;
import dev.headgate.kernel.config.tree.Origin;
import dev.headgate.kernel.config.tree.Overrides;
import dev.headgate.kernel.config.tree.Problems;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Checks a configuration against what the plugins offer. */
final class PluginRules {
  private final GatewayConfig config;
  private final NodeSettings top;
  private final Overrides overrides;
  private final Set<String> checkedPlugins;
  private final Available available;
  private final Problems problems = new Problems();

  PluginRules(
      GatewayConfig config,
      NodeSettings top,
      Overrides overrides,
      Set<String> checkedPlugins,
      Available available) {
    this.config = config;
    this.top = top;
    this.overrides = overrides;
    this.checkedPlugins = checkedPlugins;
    this.available = available;
  }

  List<ConfigWarning> check() {
    plugins(PluginSettings.ONLY);
    plugins(PluginSettings.WITHOUT);
    plugins(PluginSettings.GRANTS);
    pluginSections();
    pluginVariables();
    oneOf(
        LiteLlmSettings.ROUTING_STRATEGY,
        available.strategies(),
        "one of the routing strategies that are loaded");
    oneOf(UpstreamSettings.TRANSPORT, available.transports(), "one of the transports");
    callbacks(LiteLlmSettings.CALLBACKS);
    callbacks(LiteLlmSettings.SUCCESS_CALLBACKS);
    callbacks(LiteLlmSettings.FAILURE_CALLBACKS);
    callbacks(LiteLlmSettings.SERVICE_CALLBACKS);
    providers();
    problems.throwIfAny();
    return problems.warnings();
  }

  private void plugins(Setting<List<String>> setting) {
    for (String id : config.get(setting)) {
      if (!available.plugins().contains(id)) {
        problems.error(
            origin(setting)
                + ": "
                + setting
                + ": found the plugin "
                + config.shown(setting, id)
                + ", which is not installed; expected one of "
                + listed(available.plugins())
                + Names.didYouMean(id, available.plugins()));
      }
    }
  }

  private void pluginSections() {
    NodeSettings sections = top.section("headgate").section("plugin");
    for (String id : sections.keys()) {
      if (!available.plugins().contains(id)) {
        problems.error(
            sections.keyOrigin(id)
                + ": "
                + sections.path()
                + "."
                + id
                + ": found settings of a plugin that is not installed, expected one of "
                + listed(available.plugins())
                + Names.didYouMean(id, available.plugins()));
      } else if (!config.chooses(id)) {
        sections.accept(id);
      }
    }
  }

  /** A variable may be any of several plugins' when one's id starts with another's. */
  private void pluginVariables() {
    for (String variable : overrides.unused()) {
      List<String> owners =
          available.plugins().stream()
              .filter(id -> variable.startsWith(Overrides.variable(pluginPath(id)) + "_"))
              .toList();
      boolean untold = owners.stream().anyMatch(id -> !checkedPlugins.contains(id));
      if (variable.startsWith(Overrides.PLUGIN_PREFIX) && !untold) {
        List<String> known = owners.stream().flatMap(this::paths).toList();
        problems.error(overrides.unknown(variable, known));
      }
    }
  }

  private Stream<String> paths(String pluginId) {
    return config.plugin(pluginId).asked().stream().map(key -> pluginPath(pluginId) + "." + key);
  }

  private static String pluginPath(String id) {
    return "headgate.plugin." + id;
  }

  private void oneOf(Setting<String> setting, Set<String> there, String expected) {
    String found = config.get(setting);
    if (!there.contains(found)) {
      problems.error(
          origin(setting)
              + ": "
              + setting
              + ": found "
              + config.shown(setting)
              + ", expected "
              + expected
              + ": "
              + listed(there));
    }
  }

  private void callbacks(Setting<List<String>> setting) {
    for (String name : config.get(setting)) {
      if (!available.callbacks().contains(name)) {
        problems.warn(
            origin(setting),
            setting.path(),
            "no plugin offers the callback "
                + config.shown(setting, name)
                + Names.didYouMean(name, available.callbacks()));
      }
    }
  }

  private void providers() {
    for (ModelEntry model : config.models(available.prefixes())) {
      if (!available.prefixes().contains(model.provider())) {
        problems.warn(
            model.origin(),
            model.params().path() + ".model",
            "no plugin offers the provider "
                + model.provider()
                + "; requests for "
                + model.group()
                + " are refused"
                + Names.didYouMean(model.provider(), available.prefixes()));
      }
    }
  }

  private Origin origin(Setting<?> setting) {
    return config.origin(setting).orElse(top.origin());
  }

  private static String listed(Set<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", new TreeSet<>(names));
  }
}
