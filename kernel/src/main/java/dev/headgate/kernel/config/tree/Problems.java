package dev.headgate.kernel.config.tree;

import dev.headgate.spi.SettingException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.function.Supplier;

/** Collects what is wrong, so that an operator sees all of it at once. */
public final class Problems {
  private final SequencedSet<String> errors = new LinkedHashSet<>();
  private final List<ConfigWarning> warnings = new ArrayList<>();

  /** None found. */
  public Problems() {}

  /** Notes an error. */
  public void error(String sentence) {
    errors.add(sentence);
  }

  /** Notes a warning. */
  public void warn(Origin origin, String key, String text) {
    warnings.add(new ConfigWarning(origin, key, text));
  }

  /**
   * Runs a step and notes its error.
   *
   * @param step reads a setting
   * @param otherwise what to go on with after an error
   */
  public <T> T trying(Supplier<T> step, T otherwise) {
    try {
      return step.get();
    } catch (SettingException e) {
      errors.add(String.valueOf(e.getMessage()));
      return otherwise;
    }
  }

  /** Runs a step and notes its error. */
  public void attempt(Runnable step) {
    try {
      step.run();
    } catch (SettingException e) {
      errors.add(String.valueOf(e.getMessage()));
    }
  }

  /** What was warned of so far, in order. */
  public List<ConfigWarning> warnings() {
    return List.copyOf(warnings);
  }

  /**
   * Ends the collection.
   *
   * @throws ConfigException if there was an error
   */
  public void throwIfAny() {
    if (!errors.isEmpty()) {
      throw new ConfigException(List.copyOf(errors));
    }
  }
}
