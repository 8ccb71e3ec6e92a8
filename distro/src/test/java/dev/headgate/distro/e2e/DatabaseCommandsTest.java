package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line says of the database. */
class DatabaseCommandsTest {
  private static final String NOWHERE = "postgresql://me:top-secret@127.0.0.1:1/gateway";

  @TempDir Path folder;
  private Path config;

  private record Output(int code, String text) {}

  @BeforeEach
  void writesAConfiguration() throws IOException {
    config = folder.resolve("config.yaml");
    Files.writeString(
        config,
        """
        model_list:
          - model_name: gpt-4o
            litellm_params: {model: openai/gpt-4o, api_key: sk-of-the-provider}
        general_settings:
          master_key: sk-master-of-the-test-house
          database_url: os.environ/DATABASE_URL
          database_connection_timeout: 100ms
        headgate: {server: {host: 127.0.0.1, port: 0}}
        """);
  }

  private Output run(String url, String... args) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of(System.getProperty("headgate.home") + "/bin/headgate"));
    command.addAll(List.of(args));
    command.addAll(
        List.of("--config", config.toString(), "--data", folder.resolve("data").toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(Map.of("DATABASE_URL", url));
    Process process = builder.start();
    try (var output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return new Output(process.exitValue(), text);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void migratesOnceAndHasNothingToDoThen() throws Exception {
    String url = "sqlite:" + folder.resolve("gateway.db");
    assertThat(run(url, "migrate", "--dry-run").code()).isZero();
    assertThat(folder.resolve("gateway.db")).doesNotExist();
    assertThat(run(url, "migrate").code()).isZero();
    Output again = run(url, "migrate");
    assertThat(again.text()).contains("The database is up to date.");
    assertThat(again.code()).isZero();
  }

  @Test
  void tellsTheDoctorWhetherTheDatabaseAnswers() throws Exception {
    Output well = run("sqlite:" + folder.resolve("gateway.db"), "doctor");
    assertThat(well.text()).contains("ok     database: SQLite at " + folder.resolve("gateway.db"));
    Output ill = run(NOWHERE, "doctor");
    assertThat(ill.text())
        .contains("WRONG  the database postgresql://127.0.0.1:1/gateway cannot be used: ")
        .doesNotContain("top-secret");
    assertThat(ill.code()).isEqualTo(1);
  }

  @Test
  void checksTheSettingsOfADatabaseWithoutAskingIt() throws Exception {
    Output checked = run(NOWHERE, "check", "--strict");
    assertThat(checked.text()).doesNotContain("top-secret").doesNotContain("not honoured");
    assertThat(checked.code()).isZero();
  }
}
