package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.NodeSettings;
import dev.headgate.spi.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A type of settings.
 *
 * @param title what the documentation calls it
 * @param reader reads a value, empty when the key is absent
 */
record SettingType<T>(String title, Reader<T> reader) {

  /** Reads a value of a section. */
  @FunctionalInterface
  interface Reader<T> {
    Optional<T> read(NodeSettings section, String key);
  }

  static final SettingType<String> TEXT = new SettingType<>("text", NodeSettings::text);
  static final SettingType<Boolean> FLAG =
      new SettingType<>("`true` or `false`", NodeSettings::flag);
  static final SettingType<Path> FILE = new SettingType<>("path of a file", NodeSettings::file);
  static final SettingType<Secret> SECRET = new SettingType<>("secret", NodeSettings::secret);

  static final SettingType<List<String>> TEXTS =
      new SettingType<>(
          "list of texts",
          (section, key) ->
              section.node(key).isPresent() ? Optional.of(section.texts(key)) : Optional.empty());

  static final SettingType<Duration> DURATION =
      new SettingType<>(
          "duration",
          (section, key) ->
              section
                  .duration(key)
                  .map(found -> positive(section, key, found, "a length of time above zero")));

  /** Zero is allowed and means at once, or never, as the setting says. */
  static final SettingType<Duration> PAUSE = new SettingType<>("duration", NodeSettings::duration);

  static final SettingType<Long> BYTES =
      new SettingType<>(
          "bytes", (section, key) -> amount(section, key, section.bytes(key), 1, Long.MAX_VALUE));

  /** An amount of memory between bounds that an {@code int} can hold. */
  static SettingType<Integer> bytes(int least, int most) {
    return new SettingType<>(
        "bytes",
        (section, key) ->
            amount(section, key, section.bytes(key), least, most).map(Math::toIntExact));
  }

  /** LiteLLM's limits on bodies, which count megabytes; read as bytes. */
  static final SettingType<Long> MEGABYTES =
      new SettingType<>(
          "megabytes",
          (section, key) -> {
            OptionalDouble found = section.number(key);
            if (found.isPresent() && (found.getAsDouble() <= 0 || found.getAsDouble() > 1e9)) {
              throw section.refuse(key, "a number of megabytes above zero");
            }
            return found.isPresent()
                ? Optional.of(Math.max(1, Math.round(found.getAsDouble() * 1024 * 1024)))
                : Optional.empty();
          });

  /** A whole number between bounds that an {@code int} can hold. */
  static SettingType<Integer> count(int least, int most) {
    String title =
        most == Integer.MAX_VALUE
            ? "whole number from " + least
            : "whole number from " + least + " to " + most;
    return new SettingType<>(
        title,
        (section, key) ->
            amount(section, key, section.integer(key), least, most).map(Math::toIntExact));
  }

  /** One of several words. */
  static SettingType<String> choice(List<String> words) {
    return new SettingType<>(
        "`" + String.join("`, `", words) + "`",
        (section, key) -> {
          Optional<String> found = section.text(key);
          if (found.isPresent() && !words.contains(found.get())) {
            throw section.refuse(key, "one of " + String.join(", ", words));
          }
          return found;
        });
  }

  /** The same type for a setting without a default. */
  SettingType<Optional<T>> optional() {
    return new SettingType<>(
        title,
        (section, key) -> {
          Optional<T> found = reader.read(section, key);
          return found.isPresent() ? Optional.of(found) : Optional.empty();
        });
  }

  private static Duration positive(
      NodeSettings section, String key, Duration found, String expected) {
    if (found.isZero()) {
      throw section.refuse(key, expected);
    }
    return found;
  }

  private static Optional<Long> amount(
      NodeSettings section, String key, OptionalLong found, long least, long most) {
    if (found.isEmpty()) {
      return Optional.empty();
    }
    if (found.getAsLong() < least || found.getAsLong() > most) {
      String bound = most >= Integer.MAX_VALUE ? least + " or more" : least + " to " + most;
      throw section.refuse(key, bound);
    }
    return Optional.of(found.getAsLong());
  }
}
