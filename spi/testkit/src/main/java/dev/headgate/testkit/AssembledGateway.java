package dev.headgate.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The assembled distribution as a process of its own, as operators run it: {@code bin/headgate
 * serve} on a free port of 127.0.0.1, with a data folder of its own.
 *
 * <p>The distribution is found by the system property {@code headgate.home}.
 */
public final class AssembledGateway implements AutoCloseable {
  /** The master key that configurations of tests can use. */
  public static final String KEY = "sk-the-key-of-the-assembled-gateway";

  private static final Pattern READY =
      Pattern.compile("headgate ready on (https?)://(\\S+):(\\d+) in ([0-9.]+) s");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path folder;
  private final Path config;
  private final ProcessBuilder command;
  private final Process process;
  private final List<String> output = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Matcher> ready = new CompletableFuture<>();
  private final int port;
  private final double seconds;

  private AssembledGateway(Path folder, Path config, ProcessBuilder command) throws IOException {
    this.folder = folder;
    this.config = config;
    this.command = command;
    this.process = command.start();
    Thread.ofVirtual().start(this::read);
    Matcher line;
    try {
      line = ready.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      throw new IllegalStateException("the gateway did not start:\n" + output(), e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the gateway started", e);
    }
    port = Integer.parseInt(line.group(3));
    seconds = Double.parseDouble(line.group(4));
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = lines.readLine()) != null) {
        output.add(line);
        Matcher matcher = READY.matcher(line);
        if (matcher.find()) {
          ready.complete(matcher);
        }
      }
      ready.completeExceptionally(new IOException("it ended"));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }

  /** The root of the distribution. */
  public static Path home() {
    return Path.of(
        java.util.Objects.requireNonNull(
            System.getProperty("headgate.home"), "the system property headgate.home is not set"));
  }

  /**
   * Starts a gateway and waits until it is ready.
   *
   * @param yaml the configuration; {@code %KEY%} stands for {@link #KEY}
   * @param arguments more of the command line
   */
  public static AssembledGateway serve(String yaml, String... arguments) {
    return serve(yaml, Map.of(), List.of(), arguments);
  }

  /**
   * Starts a gateway and waits until it is ready.
   *
   * @param yaml the configuration; {@code %KEY%} stands for {@link #KEY}
   * @param environment more environment variables
   * @param wrapper words in front of the command, such as {@code prlimit --nofile=200}
   * @param arguments more of the command line
   */
  public static AssembledGateway serve(
      String yaml, Map<String, String> environment, List<String> wrapper, String... arguments) {
    try {
      Path folder = Files.createTempDirectory("headgate-assembled");
      Path config = folder.resolve("config.yaml");
      Files.writeString(config, yaml.replace("%KEY%", KEY));
      List<String> command = new ArrayList<>(wrapper);
      command.addAll(
          List.of(
              home().resolve("bin").resolve("headgate").toString(),
              "serve",
              "--config",
              config.toString(),
              "--host",
              "127.0.0.1",
              "--port",
              "0",
              "--data",
              folder.resolve("data").toString()));
      command.addAll(Arrays.asList(arguments));
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().putAll(environment);
      return new AssembledGateway(folder, config, builder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Kills it with signal 9 and starts it anew over the same configuration and data.
   *
   * @return the new one, which has the files from now on; this one is not to be closed
   */
  public AssembledGateway killAndStart() {
    try {
      process.destroyForcibly().waitFor();
      return new AssembledGateway(folder, config, command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the gateway died", e);
    }
  }

  /** Where it listens, without a slash at the end. */
  public String baseUrl() {
    return "http://127.0.0.1:" + port;
  }

  /** The port that it listens on. */
  public int port() {
    return port;
  }

  /** How long the start took, by its own word; seconds. */
  public double secondsToStart() {
    return seconds;
  }

  /** The process. */
  public Process process() {
    return process;
  }

  /** The configuration file; a change is taken up within a few seconds, or at SIGHUP. */
  public Path config() {
    return config;
  }

  /** The data folder. */
  public Path data() {
    return folder.resolve("data");
  }

  /** Everything that it has printed. */
  public String output() {
    return String.join("\n", output);
  }

  /**
   * Sends a signal to the process.
   *
   * @param name such as {@code TERM} or {@code HUP}
   */
  public void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while sending a signal", e);
    }
  }

  /**
   * Waits for the process to end.
   *
   * @param patience how long at most
   * @return its exit code
   */
  public int awaitExit(Duration patience) {
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException(
            "the gateway still runs after " + patience + ":\n" + output());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the gateway stopped", e);
    }
  }

  /** Stops it, and deletes its files. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(15, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      try (var files = Files.walk(folder)) {
        for (Path path : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
