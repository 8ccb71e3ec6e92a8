package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.AssembledGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a plugin that was built elsewhere costs is told under its own name, wherever one looks. */
@Timeout(180)
class PluginCostTest {
  private static final double SLOW_MILLIS = 2;
  private static final String SLOW =
      """
      package com.example.slow;

      import dev.headgate.spi.Decision;
      import dev.headgate.spi.Extension;
      import dev.headgate.spi.Plugin;
      import dev.headgate.spi.PluginContext;
      import dev.headgate.spi.guard.Guardrail;
      import java.util.List;

      public final class SlowPlugin implements Plugin {
        @Override
        public List<Extension> start(PluginContext context) {
          Guardrail slow =
              (exchange, edit) -> {
                long end = System.nanoTime() + 2_000_000;
                while (System.nanoTime() - end < 0) {
                  Thread.onSpinWait();
                }
                return Decision.allow();
              };
          return List.of(slow);
        }
      }
      """;
  private static final String MODULE =
      """
      module com.example.slow {
        requires dev.headgate.spi;
        provides dev.headgate.spi.Plugin with com.example.slow.SlowPlugin;
      }
      """;
  private static final String MANIFEST =
      """
      id = slow-guard
      version = 1.0
      spi = 1.0
      kinds = Guardrail
      """;
  private static final String MODELS =
      """
      model_list:
        - model_name: m
          litellm_params: {model: mock/m, mock_response: hello}
      general_settings: {master_key: "%KEY%"}
      """;
  private static final String BODY = "{\"model\":\"m\",\"messages\":[]}";

  @TempDir private Path folder;

  @Test
  void aSlowPluginIsNamedByAnswersAndMeters() throws IOException {
    Path installation = Files.createDirectories(folder.resolve("installation"));
    PluginInstallation.copyOf(AssembledGateway.home(), installation);
    Path jar = installation.resolve("plugins").resolve("slow-guard").resolve("slow-guard.jar");
    Files.createDirectories(jar.getParent());
    buildSlow(jar);
    Path script = installation.resolve("bin").resolve("headgate");
    List<String> instead = List.of("sh", "-c", "shift; exec \"" + script + "\" \"$@\"", "sh");
    try (AssembledGateway gateway = AssembledGateway.serve(MODELS, Map.of(), instead)) {
      String head =
          RawClient.chatHead("x-headgate-timing: 1\r\nContent-Length: " + BODY.length() + "\r\n");
      try (RawClient client = new RawClient(gateway)) {
        RawClient.Reply answer = client.send(head + BODY).reply();
        assertThat(answer.status()).isEqualTo(200);
        String timing = answer.header("server-timing");
        assertThat(timing).contains("auth-keys;dur=", "mock;dur=");
        assertThat(number(timing, "slow-guard;dur=([0-9.]+)")).isGreaterThan(SLOW_MILLIS);
        assertThat(number(timing, "guard;dur=([0-9.]+)")).isGreaterThan(SLOW_MILLIS);
      }
      try (RawClient client = new RawClient(gateway)) {
        String metrics =
            client
                .send(
                    "GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                        + AssembledGateway.KEY
                        + "\r\n\r\n")
                .reply()
                .text();
        String series = "\\{plugin=\"slow-guard\",kind=\"Guardrail\",extension=\"Guardrail\"\\} ";
        assertThat(number(metrics, "headgate_plugin_calls_total" + series + "([0-9.]+)"))
            .isEqualTo(1);
        assertThat(number(metrics, "headgate_plugin_seconds_sum" + series + "([0-9.E-]+)"))
            .isGreaterThan(SLOW_MILLIS / 1e3);
      }
    }
  }

  @Test
  void aSlowPluginIsNamedByTheBench() throws IOException, InterruptedException {
    Path jar = folder.resolve("slow.jar");
    buildSlow(jar);
    String json = bench(jar, "--seconds", "12");
    assertThat(json).startsWith("{\"plugin\":\"slow-guard\",\"kind\":\"Guardrail\",");
    assertThat(number(json, "\"p50_us\":\\{\"mean\":([0-9.]+)"))
        .isGreaterThan(0.99 * SLOW_MILLIS * 1e3);
    assertThat(json).contains("\"baseline\":{\"plugin\":\"empty\"");
  }

  @Test
  void theBenchIsSureToWithinTwoMicrosecondsOfAJarFromElsewhere()
      throws IOException, InterruptedException {
    Path jar = folder.resolve("team-header.jar");
    PluginInstallation.buildExample(folder, jar);
    Path config = folder.resolve("config.yaml");
    Files.writeString(config, "headgate: {plugin: {team-header: {teams: [search]}}}\n");
    String json =
        bench(jar, "--config", config.toString(), "--header", "x-team: search", "--width", "1.9");
    assertThat(json).startsWith("{\"plugin\":\"team-header\",\"kind\":\"HeaderGate\",");
    assertThat(json).contains("\"narrow\":true");
    Matcher interval =
        Pattern.compile("\"cpu_us\":\\{\"mean\":[0-9.-]+,\"ci95\":\\[([0-9.-]+),([0-9.-]+)]}")
            .matcher(json);
    assertThat(interval.find()).isTrue();
    assertThat(Double.parseDouble(interval.group(2)) - Double.parseDouble(interval.group(1)))
        .isBetween(0.0, 2.0);
  }

  private static String bench(Path jar, String... more) throws IOException, InterruptedException {
    String[] arguments = new String[more.length + 4];
    arguments[0] = "bench";
    arguments[1] = "plugin";
    arguments[2] = jar.toString();
    arguments[3] = "--json";
    System.arraycopy(more, 0, arguments, 4, more.length);
    PluginInstallation.Output output =
        PluginInstallation.run(
            AssembledGateway.home().resolve("bin").resolve("headgate"), arguments);
    assertThat(output.exitCode()).as(output.text()).isZero();
    return output.text().lines().toList().getLast();
  }

  private void buildSlow(Path jar) throws IOException {
    Path source = folder.resolve("source");
    Path code = Files.createDirectories(source.resolve("com/example/slow"));
    Path manifest = Files.createDirectories(source.resolve("META-INF/headgate"));
    Files.writeString(code.resolve("SlowPlugin.java"), SLOW);
    Files.writeString(source.resolve("module-info.java"), MODULE);
    Files.writeString(manifest.resolve("plugin.properties"), MANIFEST);
    PluginInstallation.build(source, folder, jar);
  }

  private static double number(String text, String pattern) {
    Matcher found = Pattern.compile("(?<![a-z-])" + pattern).matcher(text);
    assertThat(found.find()).as(pattern + " in " + text).isTrue();
    return Double.parseDouble(found.group(1));
  }
}
