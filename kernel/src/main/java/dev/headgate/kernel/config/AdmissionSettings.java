package dev.headgate.kernel.config;

import static dev.headgate.kernel.config.SettingType.choice;
import static dev.headgate.kernel.config.SettingType.count;

import java.util.List;

/** What is known of a request before it goes upstream. */
public final class AdmissionSettings {
  /** Every request is counted. */
  public static final String ALWAYS = "always";

  private static final String AT = "headgate.admission.";

  public static final Setting<String> COUNTING =
      Setting.of(
          AT + "counting",
          choice(List.of("band", ALWAYS)),
          "band",
          "band",
          "When prompts are counted: only where a limit cannot be decided by the size of the text, or"
              + " always.");

  public static final Setting<Integer> COUNTING_QUEUE =
      Setting.of(
          AT + "counting-queue",
          count(1, 1_000_000),
          1024,
          "1024",
          "The most prompts over 64 KB that wait to be counted; beyond it requests get 503.");

  static final List<Setting<?>> ALL = List.of(COUNTING, COUNTING_QUEUE);

  private AdmissionSettings() {}
}
