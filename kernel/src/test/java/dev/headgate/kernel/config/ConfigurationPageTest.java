package dev.headgate.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.kernel.config.tree.Node.Kind;
import dev.headgate.kernel.config.tree.Node.Scalar;
import dev.headgate.kernel.config.tree.NodeSettings;
import dev.headgate.kernel.config.tree.Origin;
import dev.headgate.kernel.config.tree.Overrides;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps {@code docs/configuration.md} and the declared settings in step. */
class ConfigurationPageTest {
  private static final Path PAGE = Path.of("..", "docs", "configuration.md");

  @Test
  void thePageSaysWhatTheCodeDeclares() throws IOException {
    String page = page();
    if (Boolean.getBoolean("headgate.docs.write")) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, page);
    }

    assertThat(Files.readString(PAGE))
        .as("docs/configuration.md is generated; run with -Dheadgate.docs.write=true")
        .isEqualTo(page);
  }

  @Test
  void everySettingIsDeclaredOnceAndSaysWhatItIs() {
    Set<String> paths = new HashSet<>();
    for (Setting<?> setting : SettingValues.ALL) {
      for (Setting.Place<?> place : setting.places()) {
        assertThat(paths.add(place.path())).as(place.path()).isTrue();
      }
      assertThat(setting.meaning()).as(setting.path()).endsWith(".");
    }
  }

  @Test
  void everyDefaultIsWrittenAsItIs() {
    for (Setting<?> setting : SettingValues.ALL) {
      Setting.Place<?> place = setting.places().getFirst();
      if (!setting.standardText().isEmpty()) {
        assertThat(read(place, setting.standardText()))
            .as(setting.path())
            .contains(setting.standard());
      } else {
        assertThat(setting.standard())
            .as(setting.path())
            .satisfiesAnyOf(
                value -> assertThat(value).isEqualTo(Optional.empty()),
                value -> assertThat(value).isEqualTo(List.of()));
      }
    }
  }

  private static Optional<Object> read(Setting.Place<?> place, String text) {
    Scalar value = new Scalar(Origin.flag("test"), Kind.TEXT, text, "");
    NodeSettings section =
        NodeSettings.top(
            NodeSettings.NOTHING, new Overrides(Map.of(), Map.of(place.path(), value)));
    for (String name : place.section().split("\\.", -1)) {
      section = section.section(name);
    }
    return place.type().reader().read(section, place.key()).map(Object.class::cast);
  }

  private static String page() throws IOException {
    try (InputStream template =
        ConfigurationPageTest.class.getResourceAsStream("configuration.template.md")) {
      return new String(template.readAllBytes(), StandardCharsets.UTF_8)
          .replace("{server}", own(ServerSettings.ALL))
          .replace("{upstream}", own(UpstreamSettings.ALL))
          .replace("{limits}", own(LimitSettings.ALL))
          .replace("{admission}", own(AdmissionSettings.ALL))
          .replace("{plugins}", own(PluginSettings.ALL))
          .replace("{litellm}", liteLlm())
          .replace("{notHonoured}", notHonoured())
          .replace("{flagsWithoutEffect}", code(ServeFlags.withoutEffect()));
    }
  }

  private static String own(List<Setting<?>> settings) {
    StringBuilder table =
        new StringBuilder("| Setting | Type | Default | Meaning |\n|---|---|---|---|\n");
    for (Setting<?> setting : settings) {
      Setting.Place<?> place = setting.places().getFirst();
      String others =
          setting.places().stream()
              .skip(1)
              .map(other -> "`" + other.path() + "`" + unit(place, other))
              .collect(Collectors.joining(", "));
      table
          .append("| `")
          .append(setting.path())
          .append("` | ")
          .append(place.type().title())
          .append(" | ")
          .append(code(setting.standardText()))
          .append(" | ")
          .append(setting.meaning())
          .append(others.isEmpty() ? "" : " LiteLLM's name: " + others + ".")
          .append(" |\n");
    }
    return table.toString().strip();
  }

  private static String unit(Setting.Place<?> own, Setting.Place<?> other) {
    return other.type().title().equals(own.type().title()) ? "" : " (" + other.type().title() + ")";
  }

  private static String liteLlm() {
    StringBuilder table =
        new StringBuilder("| Key | Type | Default | Meaning |\n|---|---|---|---|\n");
    for (String section : KnownKeys.SECTIONS) {
      for (Setting<?> setting : SettingValues.ALL) {
        for (Setting.Place<?> place : setting.places()) {
          if (place.section().equals(section)) {
            boolean alias = !place.path().equals(setting.path());
            table
                .append("| `")
                .append(place.path())
                .append("` | ")
                .append(place.type().title())
                .append(" | ")
                .append(alias ? "" : code(setting.standardText()))
                .append(" | ")
                .append(alias ? "Sets `" + setting.path() + "`." : setting.meaning())
                .append(" |\n");
          }
        }
      }
    }
    return table.toString().strip();
  }

  private static String notHonoured() {
    StringBuilder list = new StringBuilder();
    list.append("* top level: ").append(code(KnownKeys.TOP_NOT_HONOURED)).append('\n');
    for (String section : KnownKeys.SECTIONS) {
      list.append("* `").append(section).append("`: ");
      list.append(code(KnownKeys.notHonoured(section))).append('\n');
    }
    list.append("* `litellm_params`: ").append(code(KnownKeys.deploymentNotHonoured()));
    list.append(", and all `*cost_per_*` and `*_token_cost`");
    return list.toString();
  }

  private static String code(Set<String> names) {
    return names.stream().sorted().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
  }

  private static String code(String text) {
    return text.isEmpty() ? "" : "`" + text + "`";
  }
}
