package dev.headgate.bench.load.targets;

import dev.headgate.bench.load.BenchException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the template of a target file is filled with, and the process that comes of it.
 *
 * @param headgate the gateway's start script
 * @param upstream the address of the upstream
 * @param models the models that the target must know, and the provider that each speaks to
 * @param cores where it runs
 * @param work folders of running targets
 */
public record Launch(
    Path headgate, String upstream, Map<String, String> models, Cores cores, Path work) {

  /**
   * Starts a target.
   *
   * @param install where it was installed
   */
  public RunningTarget start(TargetFile file, Path install) {
    try {
      int port = freePort();
      Path folder = Files.createTempDirectory(Files.createDirectories(work), file.name());
      Map<String, String> values = values(file, install, port, folder);
      for (Map.Entry<String, String> each : file.files().entrySet()) {
        Files.writeString(folder.resolve(each.getKey()), fill(each.getValue(), values));
      }
      List<String> command = new ArrayList<>(cores.targetPrefix());
      for (String word : file.start().split("\\s+", -1)) {
        command.add(fill(word, values));
      }
      ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
      file.environment()
          .forEach((name, value) -> builder.environment().put(name, fill(value, values)));
      Path log = folder.resolve("output.log");
      builder.redirectErrorStream(true).redirectOutput(log.toFile());
      long began = System.nanoTime();
      Process process = builder.start();
      process.getOutputStream().close();
      Map<String, String> headers = new HashMap<>();
      file.headers().forEach((name, value) -> headers.put(name, fill(value, values)));
      Target target =
          new Target(
              file.name(),
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
              file.key(),
              headers,
              file.closeness(),
              file.checksKeys(),
              Optional.of(process.pid()),
              file.jvm());
      return new RunningTarget(file, target, process, log, began);
    } catch (IOException e) {
      throw new BenchException("cannot start " + file.title() + ": " + e.getMessage());
    }
  }

  private Map<String, String> values(TargetFile file, Path install, int port, Path folder) {
    Map<String, String> values = new HashMap<>();
    values.put("headgate", headgate.toString());
    values.put("upstream", upstream);
    values.put("upstream-address", upstream.replace("http://", ""));
    values.put("port", String.valueOf(port));
    values.put("key", file.key());
    values.put("work", folder.toString());
    values.put("install", install.toString());
    List<String> plugins = new ArrayList<>(file.plugins());
    models.values().stream()
        .filter(each -> !plugins.contains(each))
        .distinct()
        .forEach(plugins::add);
    values.put("plugins", String.join(", ", plugins));
    StringBuilder entries = new StringBuilder();
    models.forEach((model, provider) -> {
      Map<String, String> of = new HashMap<>(values);
      of.put("model", model);
      of.put("provider", provider);
      entries.append(fill(file.model(), of)).append('\n');
    });
    values.put("models", entries.toString());
    return values;
  }

  static String fill(String template, Map<String, String> values) {
    String filled = template;
    for (Map.Entry<String, String> each : values.entrySet()) {
      filled = filled.replace("${" + each.getKey() + "}", each.getValue());
    }
    int left = filled.indexOf("${");
    if (left >= 0) {
      throw new BenchException(
          "a target file names what is not known: "
              + filled.substring(left).lines().findFirst().orElse(""));
    }
    return filled;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
