package dev.headgate.kernel.config;

import static dev.headgate.kernel.config.SettingType.TEXTS;

import java.util.List;

/** Which plugins run, and which tokenizer. */
public final class PluginSettings {
  private static final String AT = "headgate.plugins.";

  public static final Setting<List<String>> ONLY =
      Setting.of(
          AT + "only",
          TEXTS,
          List.of(),
          "",
          "Ids of the plugins that run; all others are off. Not together with `without`.");

  public static final Setting<List<String>> WITHOUT =
      Setting.of(
          AT + "without", TEXTS, List.of(), "", "Ids of plugins that are off; all others run.");

  public static final Setting<List<String>> GRANTS =
      Setting.of(
          AT + "grants",
          TEXTS,
          List.of(),
          "",
          "Ids of the plugins outside the distribution that may use native code.");

  public static final Setting<String> TOKENIZER =
      Setting.of(
          "headgate.tokenizer",
          SettingType.choice(List.of("auto", "bpe", "bpe-vector", "bpe-native")),
          "auto",
          "auto",
          "Which tokenizer plugin counts prompts; without one, sizes are estimated from bytes.");

  static final List<Setting<?>> ALL = List.of(ONLY, WITHOUT, GRANTS, TOKENIZER);

  private PluginSettings() {}
}
