package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.ConfigWarning;
import dev.headgate.kernel.config.tree.Names;
import dev.headgate.kernel.config.tree.Node;
import dev.headgate.kernel.config.tree.NodeSettings;
import dev.headgate.kernel.config.tree.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What must hold between settings, and what of LiteLLM's sections has no effect. */
final class SectionRules {
  private static final List<String> FALLBACKS =
      List.of(
          "router_settings.fallbacks",
          "router_settings.context_window_fallbacks",
          "router_settings.content_policy_fallbacks",
          "litellm_settings.fallbacks",
          "litellm_settings.context_window_fallbacks",
          "litellm_settings.content_policy_fallbacks");

  private SectionRules() {}

  static void check(NodeSettings top, SettingValues values, Problems problems) {
    if (!values.get(PluginSettings.ONLY).isEmpty()
        && !values.get(PluginSettings.WITHOUT).isEmpty()) {
      problems.error(
          values.origin(PluginSettings.WITHOUT).orElseThrow()
              + ": headgate.plugins.without: found it together with only, expected one of the two");
    }
    both(values, ServerSettings.TLS_CERTIFICATE, ServerSettings.TLS_KEY, problems);
    both(values, ServerSettings.TLS_KEY, ServerSettings.TLS_CERTIFICATE, problems);
    FALLBACKS.forEach(path -> fallbacks(path, top, problems));
  }

  private static void both(
      SettingValues values, Setting<?> one, Setting<?> other, Problems problems) {
    if (values.origin(one).isPresent() && values.origin(other).isEmpty()) {
      problems.error(
          values.origin(one).orElseThrow()
              + ": "
              + one
              + ": found it alone, expected "
              + other
              + " beside it");
    }
  }

  /** A fallback target that is a text and not a list is a mistake that LiteLLM refuses as well. */
  private static void fallbacks(String path, NodeSettings top, Problems problems) {
    String section = path.substring(0, path.indexOf('.'));
    String key = path.substring(path.indexOf('.') + 1);
    Node.Mapping parent =
        problems.trying(() -> top.section(section).mapping(), NodeSettings.NOTHING);
    Node.Entry entry = parent.entries().get(key);
    if (entry == null || !(entry.value() instanceof Node.Sequence rules)) {
      return;
    }
    for (int i = 0; i < rules.items().size(); i++) {
      if (rules.items().get(i) instanceof Node.Mapping rule) {
        String at = path + "[" + i + "].";
        rule.entries().forEach((model, targets) -> targets(at + model, targets.value(), problems));
      }
    }
  }

  private static void targets(String path, Node targets, Problems problems) {
    if (!(targets instanceof Node.Sequence)) {
      problems.error(
          targets.origin()
              + ": "
              + path
              + ": found "
              + targets.shape()
              + ", expected a list of models");
    }
  }

  /** The warnings for keys that nobody has asked for. */
  static List<ConfigWarning> notHonoured(NodeSettings top, List<ModelEntry> models) {
    List<ConfigWarning> warnings = new ArrayList<>();
    for (String key : top.keys()) {
      if (KnownKeys.SECTIONS.contains(key)) {
        section(top.section(key), key, warnings);
      } else if (KnownKeys.TOP_NOT_HONOURED.contains(key) && !top.asked().contains(key)) {
        warnings.add(new ConfigWarning(top.keyOrigin(key), key, "is not honoured"));
      } else if (!KnownKeys.TOP_HONOURED.contains(key) && !top.asked().contains(key)) {
        Set<String> known = new TreeSet<>(KnownKeys.TOP_HONOURED);
        known.addAll(KnownKeys.TOP_NOT_HONOURED);
        warnings.add(
            new ConfigWarning(
                top.keyOrigin(key), key, "is not a known key" + Names.didYouMean(key, known)));
      }
    }
    deployments(models, warnings);
    return warnings;
  }

  private static void section(NodeSettings section, String name, List<ConfigWarning> warnings) {
    for (String key : section.keys()) {
      if (!section.asked().contains(key)) {
        String text =
            KnownKeys.notHonoured(name).contains(key)
                ? "is not honoured"
                : unknown(section, name, key);
        warnings.add(new ConfigWarning(section.keyOrigin(key), name + "." + key, text));
      }
    }
  }

  private static String unknown(NodeSettings section, String name, String key) {
    for (String other : KnownKeys.SECTIONS) {
      boolean there =
          KnownKeys.notHonoured(other).contains(key)
              || SettingValues.ALL.stream()
                  .flatMap(setting -> setting.places().stream())
                  .anyMatch(place -> place.path().equals(other + "." + key));
      if (there && !other.equals(name)) {
        return "is not a known key here; it belongs to " + other;
      }
    }
    Set<String> known = new TreeSet<>(KnownKeys.notHonoured(name));
    known.addAll(section.asked());
    return "is not a known key" + Names.didYouMean(key, known);
  }

  /** One line for a key, however many deployments have it. */
  private static void deployments(List<ModelEntry> models, List<ConfigWarning> warnings) {
    Map<String, List<ModelEntry>> having = new LinkedHashMap<>();
    for (ModelEntry model : models) {
      for (String key : model.params().keys()) {
        if (KnownKeys.deploymentNotHonoured(key) && !model.params().asked().contains(key)) {
          having.computeIfAbsent(key, name -> new ArrayList<>()).add(model);
        }
      }
    }
    having.forEach((key, all) -> {
      ModelEntry first = all.getFirst();
      long more = all.stream().map(ModelEntry::origin).distinct().count() - 1;
      String text = "is not honoured" + (more > 0 ? ", nor in " + more + " more places" : "");
      warnings.add(
          new ConfigWarning(
              first.params().keyOrigin(key), first.params().path() + "." + key, text));
    });
  }
}
