package dev.headgate.kernel.config.tree;

import dev.headgate.spi.SettingException;
import java.util.List;

/** The configuration cannot be used; the message has one line for each thing that is wrong. */
public final class ConfigException extends SettingException {
  private static final long serialVersionUID = 1L;

  private final List<String> errors;

  /**
   * @param errors what is wrong, a sentence each; at least one
   */
  public ConfigException(List<String> errors) {
    super(String.join("\n", errors));
    this.errors = List.copyOf(errors);
  }

  /** What is wrong, a sentence each. */
  public List<String> errors() {
    return errors;
  }
}
