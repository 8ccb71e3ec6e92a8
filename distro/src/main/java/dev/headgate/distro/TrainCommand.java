package dev.headgate.distro;

import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.config.ServerSettings;
import dev.headgate.kernel.config.tree.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Starts a gateway, asks it what a first client asks, and stops it. The start script runs this
 * under a JVM that notes which classes were loaded and which code was hot, for the start-up cache.
 */
final class TrainCommand {
  private static final String KEY = "sk-start-up-training-0123456789";
  private static final int ROUNDS = 150;

  int run(List<String> args) {
    if (!args.isEmpty()) {
      throw new UsageException("train takes no arguments: " + args);
    }
    Path config =
        Installation.home()
            .map(home -> home.resolve("conf").resolve("demo.yaml"))
            .orElseThrow(() -> new UsageException("only an assembled distribution can be trained"));
    try {
      Path folder = Files.createTempDirectory("headgate-train");
      try (DataFolder data = DataFolder.take(folder)) {
        ConfigInput input =
            ConfigInput.of(config)
                .environment(Map.of("LITELLM_MASTER_KEY", KEY))
                .override(ServerSettings.HOST, "127.0.0.1", Origin.flag("train"))
                .override(ServerSettings.PORT, "0", Origin.flag("train"));
        return new RunningGateway(input, data.path(), false).serve(TrainCommand::exercise);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UsageException("the training cannot write its files: " + e.getMessage());
    }
  }

  private static void exercise(String url) {
    URI address = URI.create(url);
    for (int i = 0; i < ROUNDS; i++) {
      ask(address, "GET /health/liveliness", "");
      ask(address, "GET /v1/models", "");
      ask(address, "POST /v1/chat/completions", chat(false));
      ask(address, "POST /v1/chat/completions", chat(true));
    }
    Signals.raise("TERM");
  }

  private static String chat(boolean stream) {
    return "{\"model\":\"mock-gpt\",\"stream\":"
        + stream
        + ",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}";
  }

  private static void ask(URI address, String what, String body) {
    String request =
        what
            + " HTTP/1.1\r\nHost: "
            + address.getAuthority()
            + "\r\nAuthorization: Bearer "
            + KEY
            + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream answer = socket.getInputStream();
      byte[] status = answer.readNBytes("HTTP/1.1 200".length());
      if (!new String(status, StandardCharsets.US_ASCII).equals("HTTP/1.1 200")) {
        throw new IllegalStateException(
            what + " was answered by " + new String(status, StandardCharsets.US_ASCII));
      }
      answer.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
