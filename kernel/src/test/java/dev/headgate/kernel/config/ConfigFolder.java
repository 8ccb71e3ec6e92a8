package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.ConfigException;
import dev.headgate.kernel.config.tree.ConfigWarning;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Configuration files in a folder of a test; messages name them without the folder. */
final class ConfigFolder {
  private final Path folder;

  ConfigFolder(Path folder) {
    this.folder = folder;
  }

  ConfigFolder write(String name, String content) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path main() {
    return folder.resolve("config.yaml");
  }

  ConfigInput input(String yaml, Map<String, String> environment) {
    write("config.yaml", yaml);
    return ConfigInput.of(main()).environment(environment);
  }

  GatewayConfig load(String yaml) {
    return load(yaml, Map.of());
  }

  GatewayConfig load(String yaml, Map<String, String> environment) {
    return GatewayConfig.load(input(yaml, environment));
  }

  List<String> errors(String yaml) {
    return errors(yaml, Map.of());
  }

  List<String> errors(String yaml, Map<String, String> environment) {
    return errors(input(yaml, environment));
  }

  List<String> errors(ConfigInput input) {
    try {
      GatewayConfig.load(input);
      return List.of();
    } catch (ConfigException e) {
      return e.errors().stream().map(this::relative).toList();
    }
  }

  List<String> warnings(GatewayConfig config) {
    return lines(config.warnings());
  }

  List<String> lines(List<ConfigWarning> warnings) {
    return warnings.stream().map(ConfigWarning::toString).map(this::relative).toList();
  }

  String relative(String text) {
    return text.replace(folder + "/", "");
  }
}
