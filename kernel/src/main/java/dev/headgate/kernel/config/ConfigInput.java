package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.Node.Kind;
import dev.headgate.kernel.config.tree.Node.Scalar;
import dev.headgate.kernel.config.tree.Origin;
import dev.headgate.spi.Secret;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a configuration is loaded from. Immutable; the methods that take a value return a changed
 * copy. Loading the same input again is how a reload works.
 */
public final class ConfigInput {
  private final Path file;
  private final Map<String, String> environment;
  private final Map<String, Function<String, Optional<Secret>>> resolvers;
  private final Map<String, Scalar> overrides;
  private final Map<String, Scalar> fallbacks;

  private ConfigInput(
      Path file,
      Map<String, String> environment,
      Map<String, Function<String, Optional<Secret>>> resolvers,
      Map<String, Scalar> overrides,
      Map<String, Scalar> fallbacks) {
    this.file = file;
    this.environment = Map.copyOf(environment);
    this.resolvers = Map.copyOf(resolvers);
    this.overrides = Map.copyOf(overrides);
    this.fallbacks = Map.copyOf(fallbacks);
  }

  /** A file, without any environment. */
  public static ConfigInput of(Path file) {
    return new ConfigInput(file, Map.of(), Map.of(), Map.of(), Map.of());
  }

  /** With environment variables. */
  public ConfigInput environment(Map<String, String> variables) {
    return new ConfigInput(file, variables, resolvers, overrides, fallbacks);
  }

  /**
   * With functions that resolve references to secrets.
   *
   * @param bySchemes by the part of the reference before {@code ://}
   */
  public ConfigInput resolvers(Map<String, Function<String, Optional<Secret>>> bySchemes) {
    return new ConfigInput(file, environment, bySchemes, overrides, fallbacks);
  }

  /**
   * With a value that counts before variables and the file.
   *
   * @param setting the setting
   * @param value its value as text
   * @param origin where it comes from, a flag of the command line
   */
  public ConfigInput override(Setting<?> setting, String value, Origin origin) {
    return override(setting.path(), value, origin);
  }

  /**
   * With a value of a plugin's setting that counts before variables and the file.
   *
   * @param path the path, {@code headgate.plugin.…}
   * @param value its value as text
   * @param origin where it comes from, a flag of the command line
   */
  public ConfigInput override(String path, String value, Origin origin) {
    return new ConfigInput(
        file, environment, resolvers, plus(overrides, path, value, origin), fallbacks);
  }

  /**
   * With a value that counts when neither variables nor the file have one.
   *
   * @param setting the setting
   * @param value its value as text
   * @param origin where it comes from
   */
  public ConfigInput fallback(Setting<?> setting, String value, Origin origin) {
    return new ConfigInput(
        file, environment, resolvers, overrides, plus(fallbacks, setting.path(), value, origin));
  }

  private static Map<String, Scalar> plus(
      Map<String, Scalar> values, String path, String value, Origin origin) {
    Map<String, Scalar> more = new HashMap<>(values);
    more.put(path, new Scalar(origin, Kind.TEXT, value, ""));
    return more;
  }

  /** The main file. */
  public Path file() {
    return file;
  }

  Map<String, String> environment() {
    return environment;
  }

  Map<String, Function<String, Optional<Secret>>> resolvers() {
    return resolvers;
  }

  Map<String, Scalar> overrides() {
    return overrides;
  }

  Map<String, Scalar> fallbacks() {
    return fallbacks;
  }
}
