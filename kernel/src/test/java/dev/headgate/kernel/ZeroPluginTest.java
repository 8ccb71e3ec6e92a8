package dev.headgate.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.config.ServerSettings;
import dev.headgate.kernel.config.tree.Origin;
import dev.headgate.kernel.plugin.PluginCatalog;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel needs no plugin to boot, and says politely what it cannot do without one. */
class ZeroPluginTest {

  @Test
  void bootsAnswersHealthAndRefusesModels(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("config.yaml");
    Files.writeString(file, "model_list: [{model_name: m, litellm_params: {model: openai/x}}]\n");
    GatewayOptions options =
        new GatewayOptions(
            ConfigInput.of(file)
                .override(ServerSettings.HOST, "127.0.0.1", Origin.flag("test"))
                .override(ServerSettings.PORT, "0", Origin.flag("test")),
            Map.of(),
            grants -> PluginCatalog.given(List.of()),
            folder,
            "test",
            false,
            GatewayOptions.systemClock());
    try (Gateway gateway = Gateway.start(options);
        HttpClient client = HttpClient.newHttpClient()) {
      String base = "http://127.0.0.1:" + gateway.address().getPort();
      assertThat(get(client, base + "/health/liveness").body()).isEqualTo("\"I'm alive!\"");
      assertThat(get(client, base + "/health/readiness").statusCode()).isEqualTo(200);
      HttpResponse<String> refused =
          client.send(
              HttpRequest.newBuilder(URI.create(base + "/v1/chat/completions"))
                  .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"m\",\"messages\":[]}"))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("No authenticator is loaded");
      assertThat(gateway.warnings()).anyMatch(warning -> warning.contains("openai"));
    }
  }

  private static HttpResponse<String> get(HttpClient client, String url) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
  }
}
