package dev.headgate.bench.jmh;

import dev.headgate.bench.plugin.loop.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Whole requests through every stage, without the network and with an upstream that is at hand. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class RequestBench {
  private static final int REQUESTS = 200;

  /** What is asked. */
  @Param({"chat", "chat-64k", "stream", "timed", "models"})
  private String what = "chat";

  private Loop loop;
  private Request request;

  /** For the harness, which sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public RequestBench() {}

  /** Starts the gateway. */
  @Setup
  public void start() throws IOException {
    loop = new Loop(List.of(), List.of(), "");
    request = request(what);
  }

  private static Request request(String what) {
    List<String> key = List.of("authorization: Bearer " + Loop.KEY);
    return switch (what) {
      case "chat" -> Request.post(Loop.CHAT, body(1000), key, true);
      case "chat-64k" -> Request.post(Loop.CHAT, body(65_536), key, true);
      case "stream" ->
          Request.post(
              Loop.CHAT, body(1000).replace("\"stream\":false", "\"stream\":true"), key, true);
      case "timed" ->
          Request.post(
              Loop.CHAT, body(1000), List.of(key.getFirst(), "x-headgate-timing: 1"), true);
      default -> Request.get("/v1/models", key);
    };
  }

  private static String body(int size) {
    return new String(Inputs.chat(size), StandardCharsets.US_ASCII).replace("gpt-4o-mini", "bench");
  }

  /** Stops it. */
  @TearDown
  public void stop() throws IOException {
    loop.close();
  }

  /** One request. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public void request() {
    loop.ask(request, REQUESTS);
  }
}
