package dev.headgate.spi;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A section of the configuration, with references to the environment and to secrets resolved.
 * Immutable. Every accessor marks its key as known, and throws {@link SettingException} when the
 * value there has another type; the exception names file, line, key, what was found and what is
 * allowed. Absent keys and explicit nulls are empty.
 *
 * <p>Read at start and at reload, never on the path of a request.
 */
@Preview
public interface Settings {

  /** The path of this section, such as {@code headgate.plugin.budget} or {@code model_list[2]}. */
  String path();

  /** The keys that stand in this section, in the order of the file. */
  Set<String> keys();

  /** A string; numbers and booleans are given as they are spelled. */
  Optional<String> text(String key);

  /** A whole number. */
  OptionalLong integer(String key);

  /** A number. */
  OptionalDouble number(String key);

  /**
   * True or false; the strings {@code true} and {@code false} count, since variables are strings.
   */
  Optional<Boolean> flag(String key);

  /**
   * A length of time: {@code 250ms}, {@code 30s}, {@code 5m}, {@code 24h}, {@code 30d}, or a number
   * of seconds.
   */
  Optional<Duration> duration(String key);

  /** An amount of memory: {@code 64KB}, {@code 10MB}, or a number of bytes. */
  OptionalLong bytes(String key);

  /** A list of strings; a single string counts as a list of one. Empty when absent. */
  List<String> texts(String key);

  /**
   * A secret, trimmed of surrounding white space; refused when empty or when it holds control
   * characters.
   */
  Optional<Secret> secret(String key);

  /** A section below this one; empty, not absent, when it does not stand in the file. */
  Settings section(String key);

  /** A list of sections; empty when absent. */
  List<Settings> sections(String key);

  /**
   * A value of any shape as JSON text, for what is handed on rather than understood.
   *
   * @param key the key
   * @return compact JSON
   */
  Optional<String> json(String key);

  /**
   * Marks a key as known without reading it: it is another reader's, or accepted and without
   * effect.
   *
   * @param key the key
   */
  void accept(String key);

  /**
   * Makes the exception for a value that is well formed but not allowed.
   *
   * @param key the key
   * @param allowed what is allowed, to end the sentence "… is not allowed; expected …"
   * @return the exception, for the caller to throw
   */
  SettingException refuse(String key, String allowed);
}
