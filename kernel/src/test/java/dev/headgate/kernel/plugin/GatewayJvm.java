package dev.headgate.kernel.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A JVM of its own in which kernel and SPI are modules, as in the distribution. */
final class GatewayJvm {
  static final Path KERNEL = classes("dev/headgate/kernel/plugin/PluginRuntime.class");
  static final Path SPI = classes("dev/headgate/spi/Plugin.class");
  private static final Path TESTS = classes("dev/headgate/kernel/plugin/LayerProbe.class");

  private GatewayJvm() {}

  /**
   * Loads installations one after the other.
   *
   * @return what became of each, as {@link LayerProbe} says it
   */
  static Map<String, String> probe(Path root, String modulePath, List<String> flags)
      throws IOException, InterruptedException {
    Path output = root.resolve("output.txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(flags);
    command.addAll(List.of("--module-path", modulePath));
    command.addAll(List.of("--patch-module", "dev.headgate.kernel=" + TESTS));
    command.addAll(
        List.of("--module", "dev.headgate.kernel/" + LayerProbe.class.getName(), root.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as(() -> read(output)).isZero();
    Map<String, String> byInstallation = new HashMap<>();
    for (String line : Files.readAllLines(output, UTF_8)) {
      int bar = line.indexOf(" | ");
      if (bar > 0) {
        byInstallation.put(line.substring(0, bar), line.substring(bar + 3));
      }
    }
    return byInstallation;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** What this test runs with, but for its own classes. */
  static String modulePath() {
    return String.join(
        File.pathSeparator,
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !Path.of(entry).equals(TESTS))
            .toList());
  }

  private static Path classes(String resource) {
    String url =
        Objects.requireNonNull(GatewayJvm.class.getClassLoader().getResource(resource)).toString();
    String place = url.substring(0, url.length() - resource.length());
    return Path.of(URI.create(place.replaceAll("^jar:|!/$", "")));
  }
}
