package dev.headgate.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncludeTest {
  @TempDir Path temporary;
  private ConfigFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new ConfigFolder(temporary);
  }

  @Test
  void listsAreAppendedAndSectionsMerged() {
    folder.write(
        "parts/models.yaml",
        """
        include: [more.yaml]
        model_list:
          - {model_name: b, litellm_params: {model: openai/b}}
        headgate: {server: {host: 127.0.0.1, tls: {certificate: c.pem, key: k.pem}}}
        """);
    folder.write(
        "parts/more.yaml", "model_list: [{model_name: c, litellm_params: {model: openai/c}}]\n");
    GatewayConfig config =
        folder.load(
            """
            include:
              - parts/models.yaml
            model_list:
              - {model_name: a, litellm_params: {model: openai/a}}
            headgate: {server: {port: 4001}}
            """);

    assertThat(config.models()).extracting(ModelEntry::group).containsExactly("a", "b", "c");
    assertThat(config.get(ServerSettings.PORT)).isEqualTo(4001);
    assertThat(config.get(ServerSettings.HOST)).isEqualTo("127.0.0.1");
    assertThat(config.get(ServerSettings.TLS_KEY)).contains(temporary.resolve("parts/k.pem"));
    assertThat(config.files())
        .containsExactly(
            temporary.resolve("config.yaml"),
            temporary.resolve("parts/models.yaml"),
            temporary.resolve("parts/more.yaml"));
    assertThat(config.warnings()).isEmpty();
  }

  @Test
  void anErrorNamesTheIncludedFile() {
    folder.write("m.yaml", "\nmodel_list: [{model_name: b}]\n");

    assertThat(folder.errors("include: m.yaml\n"))
        .containsExactly(
            "m.yaml:2: model_list[0].litellm_params: found nothing, expected a section with at"
                + " least model");
  }

  @Test
  void theIncludedFileCountsAndThatIsSaid() {
    folder.write("m.yaml", "headgate: {server: {port: 2}}\n");
    GatewayConfig config = folder.load("include: [m.yaml]\nheadgate: {server: {port: 1}}\n");

    assertThat(config.get(ServerSettings.PORT)).isEqualTo(2);
    assertThat(folder.warnings(config))
        .containsExactly(
            "config.yaml:2: headgate.server.port: has no effect; the included m.yaml:1 sets it"
                + " again");
  }

  @Test
  void filesThatCannotBeIncludedStopTheStart() {
    assertThat(folder.errors("include: [gone.yaml]\n"))
        .containsExactly(
            "config.yaml:1: include: gone.yaml: found no such file, expected a configuration file");
    assertThat(folder.errors("include: [config.yaml]\n"))
        .containsExactly(
            "config.yaml:1: include: config.yaml: include: found a file that is included already,"
                + " expected each file once");
    assertThat(folder.errors("include: [[a]]\n"))
        .containsExactly("config.yaml:1: include: found a list, expected a list of files");
    assertThat(folder.errors("include: {a: b}\n"))
        .containsExactly("config.yaml:1: include: found a section, expected a list of files");
  }

  @Test
  void aMissingMainFileStopsTheStart() {
    assertThat(folder.errors(ConfigInput.of(temporary.resolve("gone.yaml"))))
        .containsExactly("gone.yaml: found no such file, expected a configuration file");
  }
}
