package dev.headgate.distro;

import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.config.ServerSettings;
import dev.headgate.kernel.config.tree.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The demo: a mock model, a key of its own, and a command to paste. */
final class DemoCommand {
  private static final String PORT = "--port";
  private static final String DATA = "--data";

  int run(List<String> args) {
    Arguments arguments = new Arguments(args, Map.of(PORT, PORT, "-p", PORT, DATA, DATA), Set.of());
    if (!arguments.words().isEmpty()) {
      throw new UsageException("the demo takes no words: " + arguments.words());
    }
    Path folder = arguments.value(DATA).map(Path::of).orElse(ServeCommand.defaultData());
    try (DataFolder data = DataFolder.take(folder)) {
      String key = key(data.path());
      Path config = config(data.path());
      Map<String, String> environment = new HashMap<>(System.getenv());
      environment.put("LITELLM_MASTER_KEY", key);
      ConfigInput input =
          ConfigInput.of(config)
              .environment(environment)
              .override(ServerSettings.HOST, "127.0.0.1", Origin.flag("demo"))
              .override(
                  ServerSettings.PORT, arguments.value(PORT).orElse("4000"), Origin.flag("demo"));
      return new RunningGateway(input, data.path(), false)
          .serve(url -> System.out.print(invitation(url, key)));
    } catch (IOException e) {
      throw new UsageException("the demo cannot write its files: " + e.getMessage());
    }
  }

  private static String invitation(String url, String key) {
    return """
    master key: %2$s
    curl -N %1$s/v1/chat/completions -H 'Authorization: Bearer %2$s' -H 'Content-Type: application/json' -d '{"model":"mock-gpt","stream":true,"messages":[{"role":"user","content":"Hello"}]}'
    """
        .formatted(url, key);
  }

  /** The key of this folder, made at the first start. */
  private static String key(Path data) throws IOException {
    Path file = data.resolve("master-key");
    if (Files.exists(file)) {
      String kept = Files.readString(file).strip();
      if (kept.startsWith("sk-") && kept.length() >= 24) {
        return kept;
      }
      throw new UsageException(
          "the file " + file.toAbsolutePath() + " holds no key; delete it to have one made");
    }
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    String key = "sk-" + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    DataFolder.writePrivate(file, key + "\n");
    return key;
  }

  /** The configuration of the demo: the distribution's, else a copy in the data folder. */
  private static Path config(Path data) throws IOException {
    Path shipped =
        Installation.home().map(home -> home.resolve("conf").resolve("demo.yaml")).orElse(null);
    if (shipped != null && Files.exists(shipped)) {
      return shipped;
    }
    Path own = data.resolve("demo.yaml");
    Files.writeString(
        own,
        """
        model_list:
          - model_name: mock-gpt
            litellm_params:
              model: mock/mock-gpt
              mock_response: Hello from Headgate. This answer was made in process.
        """);
    return own;
  }
}
