package dev.headgate.distro;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The load generator, run as a child with the terminal of this process. */
final class BenchProcess {

  private static final String MODULE =
      "dev.headgate.bench.load/dev.headgate.bench.load.LoadCommand";

  int run(List<String> args) {
    Path home =
        Installation.home()
            .orElseThrow(
                () -> new UsageException("only an assembled distribution can run benchmarks"));
    Path tools = home.resolve("bench").resolve("lib");
    if (!Files.isDirectory(tools)) {
      throw new UsageException("this distribution has no benchmarks: there is no " + tools);
    }
    String java = ProcessHandle.current().info().command().orElse("java");
    List<String> command =
        Stream.concat(
                Stream.of(
                    java,
                    "-XX:+UseSerialGC",
                    "-Xms192m",
                    "-Xmx1g",
                    "-Dheadgate.home=" + home,
                    "-p",
                    tools + File.pathSeparator + home.resolve("lib"),
                    "-m",
                    MODULE),
                args.stream())
            .toList();
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      Thread end = Thread.ofPlatform().unstarted(process::destroy);
      Runtime.getRuntime().addShutdownHook(end);
      int code = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(end);
      return code;
    } catch (IOException e) {
      throw new UsageException("cannot start the load generator: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }
}
