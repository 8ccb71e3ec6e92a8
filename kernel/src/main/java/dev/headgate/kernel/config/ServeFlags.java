package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The flags of {@code headgate serve} and {@code headgate check}, with LiteLLM's spellings and
 * environment variables. A flag counts before a {@code HEADGATE_} variable, that before the file,
 * and the file before LiteLLM's variables.
 */
public final class ServeFlags {
  private static final Map<String, Setting<?>> SETTINGS =
      Map.of(
          "--host", ServerSettings.HOST,
          "--port", ServerSettings.PORT,
          "--ssl_certfile_path", ServerSettings.TLS_CERTIFICATE,
          "--ssl_keyfile_path", ServerSettings.TLS_KEY,
          "--keepalive_timeout", ServerSettings.KEEP_ALIVE,
          "--request_timeout", UpstreamSettings.TOTAL_TIMEOUT);

  private static final Map<String, Setting<?>> VARIABLES =
      Map.of(
          "HOST", ServerSettings.HOST,
          "PORT", ServerSettings.PORT,
          "SSL_CERTFILE_PATH", ServerSettings.TLS_CERTIFICATE,
          "SSL_KEYFILE_PATH", ServerSettings.TLS_KEY,
          "KEEPALIVE_TIMEOUT", ServerSettings.KEEP_ALIVE);

  /** LiteLLM's flags without effect here, and whether a value follows. */
  private static final Map<String, Boolean> WITHOUT_EFFECT =
      Map.ofEntries(
          Map.entry("--num_workers", true),
          Map.entry("--log_config", true),
          Map.entry("--max_requests_before_restart", true),
          Map.entry("--timeout_worker_healthcheck", true),
          Map.entry("--debug", false),
          Map.entry("--detailed_debug", false),
          Map.entry("--run_gunicorn", false),
          Map.entry("--run_hypercorn", false),
          Map.entry("--use_prisma_db_push", false),
          Map.entry("--use_prisma_migrate", false),
          Map.entry("--iam_token_db_auth", false),
          Map.entry("--telemetry", true));

  private final Map<String, String> values = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private final Path config;
  private final Path data;

  private ServeFlags(List<String> args, Map<String, String> environment) {
    read(args);
    this.config =
        value("--config")
            .or(() -> variable(environment, "HEADGATE_CONFIG"))
            .or(() -> variable(environment, "CONFIG_FILE_PATH"))
            .map(Path::of)
            .orElseThrow(
                () -> new IllegalArgumentException("a configuration is needed: --config FILE"));
    this.data =
        value("--data")
            .or(() -> variable(environment, "HEADGATE_DATA"))
            .map(Path::of)
            .orElse(Path.of(".headgate"));
  }

  /**
   * Reads flags.
   *
   * @param args what follows the command
   * @param environment the environment variables
   * @throws IllegalArgumentException if a flag is unknown or lacks its value, or no configuration
   *     is named
   */
  public static ServeFlags parse(List<String> args, Map<String, String> environment) {
    return new ServeFlags(args, environment);
  }

  /** LiteLLM's flags that are accepted and have no effect. */
  static Set<String> withoutEffect() {
    return WITHOUT_EFFECT.keySet();
  }

  private void read(List<String> args) {
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      int equals = arg.startsWith("--") ? arg.indexOf('=') : -1;
      String name = spelled(equals > 0 ? arg.substring(0, equals) : arg);
      if (name.equals("--strict")) {
        values.put(name, "true");
        continue;
      }
      if (!takesValue(name)) {
        warnings.add("the flag " + name + " has no effect");
        continue;
      }
      String value;
      if (equals > 0) {
        value = arg.substring(equals + 1);
      } else if (i + 1 < args.size()) {
        value = args.get(++i);
      } else {
        throw new IllegalArgumentException("the flag " + name + " needs a value");
      }
      if (WITHOUT_EFFECT.containsKey(name)) {
        warnings.add("the flag " + name + " has no effect");
      } else {
        values.put(name, value);
      }
    }
  }

  private static String spelled(String flag) {
    return flag.equals("-c") ? "--config" : flag;
  }

  private static boolean takesValue(String name) {
    if (name.equals("--config") || name.equals("--data") || SETTINGS.containsKey(name)) {
      return true;
    }
    Boolean value = WITHOUT_EFFECT.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the flag " + name + " is not known");
    }
    return value;
  }

  private Optional<String> value(String flag) {
    return Optional.ofNullable(values.get(flag));
  }

  private static Optional<String> variable(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }

  /** The main configuration file. */
  public Path config() {
    return config;
  }

  /** The folder for what outlives a restart. */
  public Path data() {
    return data;
  }

  /** Whether warnings are errors. */
  public boolean strict() {
    return values.containsKey("--strict");
  }

  /** Flags that were accepted and have no effect, a sentence each. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /**
   * What to load, flags and variables included.
   *
   * @param environment the environment variables
   */
  public ConfigInput input(Map<String, String> environment) {
    ConfigInput input = ConfigInput.of(config).environment(environment);
    for (Map.Entry<String, String> value : values.entrySet()) {
      Setting<?> setting = SETTINGS.get(value.getKey());
      if (setting != null) {
        input = input.override(setting, value.getValue(), Origin.flag(value.getKey()));
      }
    }
    for (Map.Entry<String, Setting<?>> known : VARIABLES.entrySet()) {
      Optional<String> value = variable(environment, known.getKey());
      if (value.isPresent()) {
        input = input.fallback(known.getValue(), value.get(), Origin.variable(known.getKey()));
      }
    }
    return input;
  }
}
