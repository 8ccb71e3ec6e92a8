package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.ConfigException;
import dev.headgate.kernel.config.tree.ConfigFiles;
import dev.headgate.kernel.config.tree.ConfigWarning;
import dev.headgate.kernel.config.tree.Node;
import dev.headgate.kernel.config.tree.NodeSettings;
import dev.headgate.kernel.config.tree.Origin;
import dev.headgate.kernel.config.tree.Overrides;
import dev.headgate.kernel.config.tree.Problems;
import dev.headgate.kernel.config.tree.References;
import dev.headgate.kernel.config.tree.UnreadKey;
import dev.headgate.spi.SettingException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A configuration, loaded and checked as far as it can be without plugins. Immutable but for the
 * notes of which keys have been read; safe for use by many threads. Nothing here is meant for the
 * path of a request: take what it needs at the start.
 */
public final class GatewayConfig {
  private static final String OWN = "headgate";
  private static final String PLUGIN = "plugin";

  private final NodeSettings top;
  private final SettingValues values;
  private final List<ModelEntry> models;
  private final List<Path> files;
  private final Map<String, String> variables;
  private final Overrides overrides;
  private final List<ConfigWarning> loadWarnings;
  private final Set<String> checkedPlugins = ConcurrentHashMap.newKeySet();

  private GatewayConfig(
      NodeSettings top,
      SettingValues values,
      List<ModelEntry> models,
      List<Path> files,
      Map<String, String> variables,
      Overrides overrides,
      List<ConfigWarning> loadWarnings) {
    this.top = top;
    this.values = values;
    this.models = models;
    this.files = files;
    this.variables = variables;
    this.overrides = overrides;
    this.loadWarnings = loadWarnings;
  }

  /**
   * Loads a configuration. Contacts nobody, except through the resolvers of the input.
   *
   * @param input what to load
   * @return the configuration
   * @throws ConfigException with all that is wrong
   */
  public static GatewayConfig load(ConfigInput input) {
    Problems problems = new Problems();
    try {
      return load(input, problems);
    } catch (ConfigException e) {
      throw e;
    } catch (SettingException e) {
      throw new ConfigException(List.of(String.valueOf(e.getMessage())));
    }
  }

  private static GatewayConfig load(ConfigInput input, Problems problems) {
    ConfigFiles.Content content = ConfigFiles.read(input.file(), problems);
    Map<String, String> variables =
        EnvironmentSection.variables(content.top(), input.environment(), problems);
    Node.Mapping resolved =
        new References(
                name -> Optional.ofNullable(variables.get(name)), input.resolvers(), problems)
            .resolve(content.top());
    Overrides overrides = new Overrides(input.environment(), input.overrides());
    NodeSettings top = NodeSettings.top(resolved, overrides);
    SettingValues values = SettingValues.read(top, input.fallbacks(), problems);
    List<ModelEntry> models = ModelList.read(top, content.top(), problems);
    SectionRules.check(top, values, problems);
    checkOwnKeys(top, overrides, problems);
    problems.throwIfAny();
    return new GatewayConfig(
        top, values, models, content.files(), variables, overrides, problems.warnings());
  }

  private static void checkOwnKeys(NodeSettings top, Overrides overrides, Problems problems) {
    problems.attempt(() -> {
      NodeSettings own = top.section(OWN);
      NodeSettings plugins = own.section(PLUGIN);
      plugins.keys().forEach(id -> problems.attempt(() -> plugins.section(id)));
      for (UnreadKey unread : own.unread()) {
        if (!(unread.section() + ".").startsWith(plugins.path() + ".")) {
          problems.error(unread.error());
        }
      }
    });
    List<String> known = SettingValues.ALL.stream().map(Setting::path).toList();
    overrides.unused().stream()
        .filter(variable -> !variable.startsWith(Overrides.PLUGIN_PREFIX))
        .forEach(variable -> problems.error(overrides.unknown(variable, known)));
  }

  /** The value of a setting, its default when nothing sets it. */
  public <T> T get(Setting<T> setting) {
    return values.get(setting);
  }

  /** Where a setting was set; empty when it has its default. */
  public Optional<Origin> origin(Setting<?> setting) {
    return values.origin(setting);
  }

  /** The settings that are not at their defaults. */
  List<Setting<?>> changed() {
    return values.changed();
  }

  /** One text of a setting as it may be shown to anyone. */
  String shown(Setting<List<String>> setting, String item) {
    return values.reference(setting).map(outside -> "from " + outside).orElse(item);
  }

  /** A setting's value as it may be shown to anyone. */
  String shown(Setting<?> setting) {
    return values.shown(setting);
  }

  /**
   * A top-level section of the file; empty when it is not there. Keys that are read count as
   * honoured.
   *
   * @param name such as {@code general_settings}
   */
  public NodeSettings section(String name) {
    return top.section(name);
  }

  /** The settings of a plugin, {@code headgate.plugin.<id>}. */
  public NodeSettings plugin(String id) {
    return top.section(OWN).section(PLUGIN).section(id);
  }

  /**
   * Checks that a plugin knows all of its settings. Call it when the plugin has started.
   *
   * @param id the plugin
   * @throws ConfigException if there is a key that it did not ask for
   */
  public void checkPlugin(String id) {
    checkedPlugins.add(id);
    List<String> errors = plugin(id).unread().stream().map(UnreadKey::error).toList();
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
  }

  /** Whether a plugin of the distribution or of the installation shall run. */
  public boolean chooses(String pluginId) {
    List<String> only = get(PluginSettings.ONLY);
    return only.isEmpty()
        ? !get(PluginSettings.WITHOUT).contains(pluginId)
        : only.contains(pluginId);
  }

  /**
   * The deployments in the order of the file. One whose model is a bare {@code *} has the provider
   * {@code *}; see {@link #models(Set)}.
   */
  public List<ModelEntry> models() {
    return models;
  }

  /**
   * The deployments, with those for any provider spelled out: {@code provider/*} for each provider
   * that is there, and the families of names that tell their provider.
   *
   * @param prefixes the prefixes of the providers that are there
   */
  public List<ModelEntry> models(Set<String> prefixes) {
    return models.stream().flatMap(model -> AnyProvider.spell(model, prefixes)).toList();
  }

  /** The files that were read, the main one first. */
  public List<Path> files() {
    return files;
  }

  /** An environment variable, as {@code environment_variables} leaves it. */
  public Optional<String> environment(String name) {
    return Optional.ofNullable(variables.get(name));
  }

  /**
   * What of the file has no effect, in the order of its kind. Keys of LiteLLM's sections that
   * nobody has asked for are in it, so call it when the plugins have started.
   */
  public List<ConfigWarning> warnings() {
    return Stream.concat(loadWarnings.stream(), SectionRules.notHonoured(top, models).stream())
        .distinct()
        .toList();
  }

  /**
   * Checks what only the plugins can tell. Call it when the plugins have started.
   *
   * @param available what they offer
   * @return further warnings
   * @throws ConfigException if something is named that is not there and cannot be done without
   */
  public List<ConfigWarning> check(Available available) {
    return new PluginRules(this, top, overrides, checkedPlugins, available).check();
  }
}
