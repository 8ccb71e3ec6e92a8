package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.ConfigException;
import dev.headgate.kernel.config.tree.ConfigWarning;
import dev.headgate.kernel.config.tree.Node;
import dev.headgate.kernel.config.tree.NodeSettings;
import dev.headgate.kernel.config.tree.Origin;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/**
 * What {@code headgate check} prints: the resolved set-up without a secret, what of the file has no
 * effect, and what is wrong. Equal input gives equal text.
 */
public final class CheckReport {
  private final StringBuilder text = new StringBuilder();
  private final int warnings;
  private final int errors;

  private CheckReport(List<ConfigWarning> warnings, List<String> errors) {
    this.warnings = warnings.size();
    this.errors = errors.size();
  }

  /**
   * The report of a configuration that can be used.
   *
   * @param config the configuration
   * @param plugins the plugins that would run, a line each
   * @param more warnings that {@link GatewayConfig#check} gave
   */
  public static CheckReport of(
      GatewayConfig config, List<String> plugins, List<ConfigWarning> more) {
    SequencedSet<ConfigWarning> warnings = new LinkedHashSet<>(config.warnings());
    warnings.addAll(more);
    CheckReport report = new CheckReport(List.copyOf(warnings), List.of());
    report.setUp(config, plugins);
    report.list("Warnings", warnings.stream().map(ConfigWarning::toString).toList());
    report.end();
    return report;
  }

  /**
   * The report of a configuration that cannot be used.
   *
   * @param file the main file
   * @param failure what is wrong
   */
  public static CheckReport of(Path file, ConfigException failure) {
    CheckReport report = new CheckReport(List.of(), failure.errors());
    report.line("Configuration", file.toString());
    report.list("Errors", failure.errors());
    report.end();
    return report;
  }

  /** The text to print; ends with a line break. */
  public String text() {
    return text.toString();
  }

  /** The exit status: 0, or 1 when there is an error. */
  public int exitCode() {
    return errors > 0 ? 1 : 0;
  }

  /** The exit status when warnings count as errors. */
  public int strictExitCode() {
    return errors + warnings > 0 ? 1 : 0;
  }

  private void setUp(GatewayConfig config, List<String> plugins) {
    List<Path> files = config.files();
    line("Configuration", files.getFirst().toString());
    files.stream().skip(1).forEach(file -> line("  includes", file.toString()));
    String scheme = config.get(ServerSettings.TLS_CERTIFICATE).isPresent() ? "https" : "http";
    String host = config.get(ServerSettings.HOST);
    String shownHost = host.contains(":") ? "[" + host + "]" : host;
    line("Listens on", scheme + "://" + shownHost + ":" + config.get(ServerSettings.PORT));
    list("Plugins", plugins.isEmpty() ? List.of("none") : plugins);
    deployments(config.models());
    settings(config);
  }

  private void deployments(List<ModelEntry> models) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("model", "provider", "its model", "address", "key", "id"));
    for (ModelEntry model : models) {
      rows.add(
          List.of(
              model.group(),
              model.provider(),
              model.model(),
              address(model.params()),
              key(model.params()),
              model.id()));
    }
    list("Deployments", models.isEmpty() ? List.of("none") : table(rows));
  }

  /** The upstream's address without what may be secret in it. */
  private static String address(NodeSettings params) {
    Optional<String> base = params.text("api_base").or(() -> params.text("base_url"));
    if (base.isEmpty()) {
      return "the provider's";
    }
    try {
      URI uri = URI.create(base.get().strip());
      if (uri.getHost() == null) {
        return "not an address";
      }
      String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
      return uri.getScheme() + "://" + uri.getHost() + port + uri.getPath();
    } catch (IllegalArgumentException e) {
      return "not an address";
    }
  }

  private static String key(NodeSettings params) {
    return params
        .reference("api_key")
        .orElse(params.origin("api_key").isPresent() ? "set" : "none");
  }

  private void settings(GatewayConfig config) {
    List<List<String>> rows = new ArrayList<>();
    for (Setting<?> setting : config.changed()) {
      String origin = config.origin(setting).map(Origin::toString).orElse("");
      rows.add(List.of(setting.path(), config.shown(setting), origin));
    }
    plugins(config.section("headgate").section("plugin"), rows);
    list("Settings that are not at their defaults", rows.isEmpty() ? List.of("none") : table(rows));
  }

  private static void plugins(NodeSettings section, List<List<String>> rows) {
    for (String key : section.keys()) {
      if (section.node(key).orElse(null) instanceof Node.Mapping) {
        plugins(section.section(key), rows);
      } else {
        Origin origin = section.origin(key).orElse(section.keyOrigin(key));
        rows.add(List.of(section.path() + "." + key, section.shown(key), origin.toString()));
      }
    }
  }

  private void line(String name, String value) {
    text.append(String.format("%-15s%s%n", name, printable(value)));
  }

  private void list(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      text.append(String.format("%n%s%n", title));
      lines.forEach(
          line -> text.append("  ").append(printable(line)).append(System.lineSeparator()));
    }
  }

  private void end() {
    String verdict =
        errors > 0
            ? count(errors, "error") + "; the gateway does not start"
            : warnings > 0 ? "usable, with " + count(warnings, "warning") : "usable";
    text.append(String.format("%n%s%n", verdict));
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static List<String> table(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream().map(row -> padded(row, widths)).toList();
  }

  private static String padded(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(row.get(i)).repeat(" ", widths[i] - row.get(i).length() + 2);
    }
    return line.toString().stripTrailing();
  }

  /** A value of the file must not be able to write to the terminal. */
  private static String printable(String line) {
    return line.chars()
        .mapToObj(c -> Character.isISOControl(c) ? "?" : Character.toString(c))
        .collect(Collectors.joining());
  }
}
