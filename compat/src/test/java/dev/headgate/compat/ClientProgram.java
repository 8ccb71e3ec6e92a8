package dev.headgate.compat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.AssembledGateway;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/**
 * Runs a program in another language and turns each of its lines into a test. Where the language or
 * its packages cannot be had, the tests are skipped with a word on standard error, and failed in
 * CI.
 */
final class ClientProgram {
  private final Path work;

  ClientProgram(String name) throws IOException {
    work = Files.createDirectories(Path.of("target", name).toAbsolutePath());
  }

  Path work() {
    return work;
  }

  /** A step without which there is nothing to run. */
  void prepare(String what, List<String> command) throws IOException, InterruptedException {
    String output;
    int code;
    try {
      Process process =
          new ProcessBuilder(command).directory(work.toFile()).redirectErrorStream(true).start();
      process.getOutputStream().close();
      output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      code = process.waitFor();
    } catch (IOException e) {
      output = String.valueOf(e.getMessage());
      code = -1;
    }
    if (code == 0) {
      return;
    }
    String why = what + " could not be done, so its clients are not tried: " + output.strip();
    if (System.getenv("CI") != null) {
      throw new AssertionError(why);
    }
    System.err.println("SKIPPED: " + why);
    Assumptions.abort(why);
  }

  Stream<DynamicTest> run(String url, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(work.toFile()).redirectErrorStream(true);
    builder.environment().putAll(Map.of("HEADGATE_URL", url, "HEADGATE_KEY", AssembledGateway.KEY));
    Process process = builder.start();
    process.getOutputStream().close();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    int code = process.waitFor();
    List<DynamicTest> tests = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("ok ")) {
        tests.add(DynamicTest.dynamicTest(line.substring(3), () -> {}));
      } else if (line.startsWith("FAIL ")) {
        tests.add(
            DynamicTest.dynamicTest(
                line.substring(5, line.indexOf(':')),
                () -> {
                  throw new AssertionError(line.substring(5));
                }));
      }
    }
    assertThat(code).as(String.join("\n", lines)).isZero();
    assertThat(tests).as(String.join("\n", lines)).hasSizeGreaterThan(10);
    return tests.stream();
  }
}
