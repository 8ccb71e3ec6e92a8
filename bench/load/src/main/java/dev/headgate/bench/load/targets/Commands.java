package dev.headgate.bench.load.targets;

import dev.headgate.bench.load.BenchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of the machine. */
public final class Commands {

  private static final List<String> ALSO = List.of("/usr/sbin", "/usr/local/sbin", "/sbin");

  private Commands() {}

  /** Where a program lies: on the path, or where system programs do. */
  public static Optional<Path> find(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Stream.of(path.split(":", -1)), ALSO.stream())
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Runs a program to its end and gives what it printed. */
  public static String output(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new BenchException(String.join(" ", command) + " failed: " + output);
      }
      return output;
    } catch (IOException e) {
      throw new BenchException("cannot run " + command.getFirst() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted while " + command.getFirst() + " ran");
    }
  }
}
