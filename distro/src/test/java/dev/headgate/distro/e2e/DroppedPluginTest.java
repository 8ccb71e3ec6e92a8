package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.AssembledGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example of the SDK, built with the SDK alone and dropped into an installation. */
@Timeout(120)
class DroppedPluginTest {
  private static final String YAML =
      """
      general_settings: {master_key: "%%KEY%%"}
      headgate: {plugin: {team-header: {teams: [%s]}}}
      """;
  private static final String BODY = "{\"model\":\"m\",\"messages\":[]}";

  @TempDir private Path installation;
  private Path jar;

  /** An installation like the assembled one, but with plugins of its own. */
  @BeforeEach
  void install() throws IOException {
    Path home = AssembledGateway.home();
    PluginInstallation.copyOf(home, installation);
    jar = installation.resolve("plugins").resolve("team-header").resolve("team-header.jar");
    Files.createDirectories(jar.getParent());
  }

  @Test
  void isCalledForEachRequest() throws IOException {
    PluginInstallation.buildExample(installation, jar);
    try (AssembledGateway gateway = serve("search")) {
      assertThat(chat(gateway, "").status()).isEqualTo(400);
      assertThat(chat(gateway, "").text()).contains("Say who asks in the header x-team");
      assertThat(chat(gateway, "X-Team: sales\r\n").status()).isEqualTo(403);
      assertThat(chat(gateway, "X-Team: search\r\n").text()).doesNotContain("x-team");
    }
  }

  @Test
  void isSwappedByAReload() throws IOException {
    PluginInstallation.buildExample(installation, jar);
    try (AssembledGateway gateway = serve("search")) {
      assertThat(chat(gateway, "X-Team: sales\r\n").status()).isEqualTo(403);

      Files.writeString(
          gateway.config(), YAML.formatted("sales").replace("%KEY%", AssembledGateway.KEY));
      gateway.signal("HUP");

      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (chat(gateway, "X-Team: sales\r\n").status() == 403 && System.nanoTime() < end) {
        LockSupport.parkNanos(50_000_000);
      }
      assertThat(chat(gateway, "X-Team: sales\r\n").status()).isNotEqualTo(403);
      assertThat(chat(gateway, "X-Team: search\r\n").status()).isEqualTo(403);
    }
  }

  @Test
  void isListedAndCheckedByTheCommandLine() throws Exception {
    PluginInstallation.buildExample(installation, jar);
    PluginInstallation.Output list = headgate("plugins");
    assertThat(list.text()).contains("team-header 1.0: on", jar.toRealPath().toString());
    assertThat(list.exitCode()).isZero();

    PluginInstallation.Output check = headgate("plugins", "check", jar.toString());
    assertThat(check.text()).startsWith("ok: team-header 1.0 for SPI 1.0");
    assertThat(check.exitCode()).isZero();
  }

  @Test
  void stopsTheStartWithOneSentenceWhenItsJarIsBroken() throws Exception {
    Files.writeString(jar, "half a download");
    Path config = installation.resolve("config.yaml");
    Files.writeString(config, YAML.formatted("search").replace("%KEY%", AssembledGateway.KEY));
    PluginInstallation.Output serve =
        headgate(
            "serve",
            "--config",
            config.toString(),
            "--port",
            "0",
            "--data",
            installation.resolve("data").toString());

    assertThat(serve.exitCode()).isNotZero();
    assertThat(serve.text().lines().toList())
        .singleElement()
        .asString()
        .contains(
            "plugin team-header cannot be loaded: team-header.jar cannot be read",
            "headgate.plugins.without: [team-header] starts without it");
    assertThat(headgate("plugins", "check", jar.toString()).exitCode()).isEqualTo(1);
  }

  private AssembledGateway serve(String teams) {
    // The start script of this installation in place of the assembled one's.
    List<String> instead = List.of("sh", "-c", "shift; exec \"" + script() + "\" \"$@\"", "sh");
    return AssembledGateway.serve(YAML.formatted(teams), Map.of(), instead);
  }

  private Path script() {
    return installation.resolve("bin").resolve("headgate");
  }

  private static RawClient.Reply chat(AssembledGateway gateway, String header) throws IOException {
    String head = RawClient.chatHead(header + "Content-Length: " + BODY.length() + "\r\n");
    try (RawClient client = new RawClient(gateway)) {
      return client.send(head + BODY).reply();
    }
  }

  private PluginInstallation.Output headgate(String... arguments)
      throws IOException, InterruptedException {
    return PluginInstallation.run(script(), arguments);
  }
}
