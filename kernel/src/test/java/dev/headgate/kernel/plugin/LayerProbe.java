package dev.headgate.kernel.plugin;

import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.config.GatewayConfig;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.http.RequestHead;
import dev.headgate.spi.request.ExchangeView;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs in a JVM of its own, in which the kernel and the SPI are modules as in the distribution.
 * Loads each installation of a folder and prints a line for it: what its gates say, or why it is
 * refused.
 */
final class LayerProbe {

  private LayerProbe() {}

  public static void main(String[] args) throws IOException {
    try (Stream<Path> installations = Files.list(Path.of(args[0]))) {
      for (Path installation : installations.filter(LayerProbe::isInstallation).sorted().toList()) {
        System.out.println(installation.getFileName() + " | " + outcome(installation));
      }
    }
  }

  private static boolean isInstallation(Path folder) {
    return Files.isDirectory(folder) && !folder.getFileName().toString().startsWith(".");
  }

  private static String outcome(Path installation) throws IOException {
    try {
      PluginHost host = new TestHost(installation, Map.of()).of(yaml(installation));
      GatewayConfig config =
          GatewayConfig.load(ConfigInput.of(installation.resolve("config.yaml")));
      PluginChoice choice = PluginChoice.of(config);
      PluginCatalog catalog = PluginCatalog.of(installation.resolve("plugins"), choice.grants());
      PluginRuntime runtime = PluginRuntime.start(catalog.choose(choice), host);
      String said =
          runtime.current().extensions().headerGates().stream()
              .map(LayerProbe::ask)
              .collect(Collectors.joining("; "));
      runtime.close(Duration.ofSeconds(5));
      return "ok: " + said;
    } catch (PluginException | SettingException e) {
      return "refused: " + e.getMessage();
    }
  }

  private static String ask(Hook<HeaderGate> hook) {
    return hook.plugin() + " says " + hook.extension().check(exchangeWithoutHeaders());
  }

  private static String yaml(Path installation) throws IOException {
    Path given = installation.resolve("given.yaml");
    return Files.exists(given) ? Files.readString(given) : "model_list: []\n";
  }

  private static ExchangeView exchangeWithoutHeaders() {
    HeaderView headers = answering(HeaderView.class, Map.of());
    RequestHead head = answering(RequestHead.class, Map.of("headers", headers));
    return answering(ExchangeView.class, Map.of("head", head));
  }

  private static <T> T answering(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            LayerProbe.class.getClassLoader(),
            List.of(type).toArray(Class<?>[]::new),
            (self, method, arguments) -> answers.get(method.getName())));
  }
}
