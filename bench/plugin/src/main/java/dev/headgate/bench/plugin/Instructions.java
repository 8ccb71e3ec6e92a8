package dev.headgate.bench.plugin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Counts the instructions of this thread with {@code perf}, where the machine lets it. */
final class Instructions {
  private static final String EVENT = "instructions:u";
  private static final int SLICES = 400;

  private final Path scratch;

  Instructions(Path scratch) {
    this.scratch = scratch;
  }

  /** Why they cannot be counted here; empty when they can. */
  String missing() throws IOException, InterruptedException {
    Process process;
    try {
      process =
          new ProcessBuilder("perf", "stat", "-x,", "-e", EVENT, "true")
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      return "perf is not there";
    }
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return count(text).isPresent() ? "" : "perf counts no instructions on this machine";
  }

  /**
   * The instructions of a request.
   *
   * @param setup runs on this thread
   */
  OptionalDouble of(Setup setup) throws IOException, InterruptedException {
    Path thread = Path.of("/proc/thread-self").toRealPath();
    Path out = scratch.resolve("instructions");
    Files.deleteIfExists(out);
    Process perf =
        new ProcessBuilder(
                "perf",
                "stat",
                "-x,",
                "-e",
                EVENT,
                "-t",
                thread.getFileName().toString(),
                "-o",
                out.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (!Files.exists(out) && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(1_000_000);
    }
    // The file is there a moment before the counter runs.
    LockSupport.parkNanos(100_000_000);
    long before = setup.answered();
    for (int i = 0; i < SLICES; i++) {
      setup.slice();
    }
    long answered = setup.answered() - before;
    // On an interrupt, which is what a terminal sends, perf writes what it has.
    new ProcessBuilder("kill", "-INT", Long.toString(perf.pid())).start().waitFor();
    perf.waitFor();
    OptionalDouble all = count(Files.readString(out));
    return all.isEmpty() ? all : OptionalDouble.of(all.getAsDouble() / answered);
  }

  private static OptionalDouble count(String text) {
    return text.lines()
        .filter(line -> line.contains(EVENT))
        .map(line -> line.substring(0, line.indexOf(',')))
        .filter(number -> number.matches("[0-9]+"))
        .mapToDouble(Double::parseDouble)
        .findFirst();
  }
}
