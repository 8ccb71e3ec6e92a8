package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.bench.upstream.Script;
import dev.headgate.bench.upstream.ScriptedUpstream;
import dev.headgate.testkit.AssembledGateway;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators do to a gateway, and what happens to it. */
class OperationsTest {
  private static final String BODY = "{\"model\":\"gpt-4o\",\"messages\":[]}";

  /** Without the archive of classes, too: then the first request loads them. */
  @ParameterizedTest
  @ValueSource(strings = {"-XX:AOTMode=auto", "-XX:AOTMode=off"})
  void servesAgainAfterItRanOutOfFileDescriptors(String classes) throws IOException {
    try (ScriptedUpstream upstream = ScriptedUpstream.start();
        AssembledGateway gateway =
            AssembledGateway.serve(
                config(upstream, "gpt-4o"),
                Map.of("JAVA_TOOL_OPTIONS", classes),
                List.of("prlimit", "--nofile=160"))) {
      List<RawClient> crowd = new ArrayList<>();
      try {
        for (int i = 0; i < 200; i++) {
          crowd.add(new RawClient(gateway));
        }
        ClientGoneTest.await(() -> gateway.output().contains("cannot accept connections"));
        long until =
            System.nanoTime()
                + Duration.ofSeconds(Boolean.getBoolean("headgate.long") ? 10 : 3).toNanos();
        while (System.nanoTime() < until) {
          assertThat(gateway.process().isAlive()).isTrue();
          java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
        }
      } finally {
        for (RawClient client : crowd) {
          client.close();
        }
      }
      for (int i = 0; i < 50; i++) {
        try (RawClient client = new RawClient(gateway)) {
          assertThat(client.send(RawClient.chat(BODY)).reply().status()).isEqualTo(200);
        }
      }
    }
  }

  @Test
  void endsEveryAcceptedRequestBeforeItStops() throws Exception {
    try (ScriptedUpstream upstream = ScriptedUpstream.start();
        AssembledGateway gateway = AssembledGateway.serve(config(upstream, "gpt-4o"))) {
      upstream
          .on("POST", "/chat/completions")
          .reply(Script.nothing().pause(Duration.ofMillis(50)).write(answer()));
      AtomicInteger answered = new AtomicInteger();
      AtomicInteger lost = new AtomicInteger();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<?>> loops = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
          loops.add(threads.submit(() -> untilToldToGo(gateway, answered, lost)));
        }
        ClientGoneTest.await(() -> answered.get() > 50);
        gateway.signal("TERM");
        for (Future<?> loop : loops) {
          loop.get(30, TimeUnit.SECONDS);
        }
      }
      assertThat(lost).hasValue(0);
      assertThat(gateway.awaitExit(Duration.ofSeconds(30))).isZero();
      assertThatThrownBy(() -> new RawClient(gateway).close()).isInstanceOf(ConnectException.class);
    }
  }

  private static byte[] answer() {
    return "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}"
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Asks over and over on one connection until an answer says that it is the last one. */
  private static Void untilToldToGo(
      AssembledGateway gateway, AtomicInteger answered, AtomicInteger lost) throws IOException {
    try (RawClient client = new RawClient(gateway)) {
      while (true) {
        RawClient.Reply reply;
        try {
          reply = client.send(RawClient.chat(BODY)).reply();
        } catch (IOException e) {
          lost.incrementAndGet();
          return null;
        }
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        answered.incrementAndGet();
        if (reply.header("connection").equals("close")) {
          return null;
        }
      }
    }
  }

  @Test
  void takesUpANewFileWithoutDroppingARequest() throws Exception {
    try (ScriptedUpstream upstream = ScriptedUpstream.start();
        AssembledGateway gateway = AssembledGateway.serve(config(upstream, "gpt-4o"))) {
      AtomicBoolean stop = new AtomicBoolean();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<Integer>> loops = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          loops.add(threads.submit(() -> untilStopped(gateway, stop)));
        }
        Files.writeString(
            gateway.config(),
            config(upstream, "gpt-4o", "second").replace("%KEY%", AssembledGateway.KEY));
        gateway.signal("HUP");
        ClientGoneTest.await(() -> models(gateway).contains("second"));
        Files.writeString(
            gateway.config(),
            config(upstream, "gpt-4o", "third").replace("%KEY%", AssembledGateway.KEY));
        ClientGoneTest.await(() -> models(gateway).contains("third"));
        Files.writeString(gateway.config(), "model_list: [{model_name: 1}]\n");
        ClientGoneTest.await(() -> gateway.output().contains("the old one stays"));
        assertThat(gateway.output()).contains("config.yaml:1");
        assertThat(models(gateway)).contains("third");
        stop.set(true);
        for (Future<Integer> loop : loops) {
          assertThat(loop.get(30, TimeUnit.SECONDS)).isPositive();
        }
      }
    }
  }

  private static int untilStopped(AssembledGateway gateway, AtomicBoolean stop) throws IOException {
    int answered = 0;
    try (RawClient client = new RawClient(gateway)) {
      while (!stop.get()) {
        RawClient.Reply reply = client.send(RawClient.chat(BODY)).reply();
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        answered++;
      }
    }
    return answered;
  }

  private static String models(AssembledGateway gateway) {
    try (RawClient client = new RawClient(gateway)) {
      return client
          .send(
              "GET /v1/models HTTP/1.1\r\nHost: g\r\nAuthorization: Bearer "
                  + AssembledGateway.KEY
                  + "\r\n\r\n")
          .reply()
          .text();
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void givesADataFolderToOneProcessOnly(@TempDir Path folder) throws Exception {
    try (ScriptedUpstream upstream = ScriptedUpstream.start();
        AssembledGateway gateway = AssembledGateway.serve(config(upstream, "gpt-4o"))) {
      Ran second =
          run(
              folder,
              "serve",
              "--config",
              gateway.config().toString(),
              "--port",
              "0",
              "--data",
              gateway.data().toString());
      assertThat(second.code()).isNotZero();
      assertThat(second.output())
          .contains(gateway.data().toString())
          .contains("in use by another gateway (process " + gateway.process().pid() + ")");
    }
  }

  @Test
  void checksAFileWithoutStartingAnything(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("c.yaml");
    Files.writeString(
        file,
        """
        model_list:
          - model_name: gpt-4o
            litellm_params: {model: openai/x, api_base: "http://127.0.0.1:9", api_key: sk-a-very-secret-key}
        general_settings: {master_key: sk-master-key-0123456789, alerting: [slack]}
        """);
    Ran good = run(folder, "check", "--config", file.toString());
    assertThat(good.code()).as(good.output()).isZero();
    assertThat(good.output())
        .contains("gpt-4o")
        .contains("alerting")
        .doesNotContain("sk-a-very-secret-key")
        .doesNotContain("sk-master-key-0123456789");
    assertThat(run(folder, "check", "--strict", "--config", file.toString()).code()).isEqualTo(1);
    Files.writeString(file, "model_list:\n  - litellm_params: {model: openai/x}\n");
    Ran bad = run(folder, "check", "--config", file.toString());
    assertThat(bad.code()).isEqualTo(1);
    assertThat(bad.output()).contains("c.yaml:2").contains("model_name");
  }

  @Test
  void showsADemoWhoseCommandWorksAndWhoseKeyStays(@TempDir Path folder) throws Exception {
    String first = demo(folder);
    assertThat(Files.getPosixFilePermissions(folder.resolve("data").resolve("master-key")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(demo(folder)).isEqualTo(first);
  }

  /** Starts the demo, pastes its command, and returns its key. */
  private static String demo(Path folder) throws Exception {
    Path output = folder.resolve("demo.log");
    Process process =
        new ProcessBuilder(
                AssembledGateway.home().resolve("bin").resolve("headgate").toString(),
                "demo",
                "--port",
                "0",
                "--data",
                folder.resolve("data").toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      ClientGoneTest.await(() -> lines(output).stream().anyMatch(line -> line.startsWith("curl")));
      List<String> lines = lines(output);
      assertThat(lines)
          .anyMatch(line -> line.matches("headgate ready on http://127.0.0.1:\\d+ in [0-9.]+ s"));
      String curl =
          lines.stream().filter(line -> line.startsWith("curl")).findFirst().orElseThrow();
      Process pasted =
          new ProcessBuilder("sh", "-c", curl)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertThat(new String(pasted.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("chat.completion.chunk")
          .endsWith("data: [DONE]\n\n");
      return lines.stream()
          .filter(line -> line.startsWith("master key: "))
          .findFirst()
          .orElseThrow();
    } finally {
      process.destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** A command that has ended. */
  private record Ran(int code, String output) {}

  private static Ran run(Path folder, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(AssembledGateway.home().resolve("bin").resolve("headgate").toString());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), output);
  }

  private static String config(ScriptedUpstream upstream, String... models) {
    StringBuilder yaml = new StringBuilder("model_list:\n");
    for (String model : models) {
      yaml.append("  - model_name: ")
          .append(model)
          .append("\n    litellm_params: {model: openai/x, api_base: \"")
          .append(upstream.baseUrl())
          .append("\"}\n");
    }
    return yaml.append("general_settings: {master_key: \"%KEY%\"}\n").toString();
  }
}
