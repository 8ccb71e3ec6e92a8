package dev.headgate.bench.load.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bench.load.drive.Expectation.Closeness;
import dev.headgate.bench.load.net.EventLoop;
import dev.headgate.bench.load.net.LoopUpstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LoadRunTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final List<String> TEXT = List.of("content");

  private static LoopUpstream upstream;
  private static EventLoop loop;
  private static InetSocketAddress address;

  @BeforeAll
  static void start() {
    upstream = LoopUpstream.start(0);
    loop = EventLoop.start("test-load");
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), upstream.port());
  }

  @AfterAll
  static void stop() {
    loop.close();
    upstream.close();
  }

  private static byte[] request(String body) {
    return ("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] chat(String model, boolean stream) {
    return request("{\"model\":\"" + model + "\",\"stream\":" + stream + ",\"messages\":[]}");
  }

  private static Shot shot(String model, boolean stream) throws IOException {
    byte[] bytes = chat(model, stream);
    byte[] golden = Question.ask(address, bytes).body();
    return Shot.of(bytes, Expectation.of(Closeness.BYTES, golden, TEXT, stream));
  }

  private static Recording run(Shot shot, Pattern pattern, long limit) {
    return run(LoadRun.Load.of(address, List.of(shot), LONG), pattern, limit);
  }

  private static Recording run(LoadRun.Load load, Pattern pattern, long limit) {
    LoadRun run = new LoadRun(loop, load, pattern, limit);
    run.beginRecording();
    run.start();
    run.awaitLimit(LONG);
    Recording recording = run.endRecording();
    run.stop(LONG);
    return recording;
  }

  @Test
  void countsEveryRightAnswerOfAClosedLoop() throws IOException {
    Recording recording = run(shot("shape", false), new Pattern.Closed(8), 1_000);
    assertThat(recording.errors()).isEmpty();
    assertThat(recording.requests()).isEqualTo(1_000);
    assertThat(recording.latency().getTotalCount()).isEqualTo(1_000);
  }

  @Test
  void callsAWrongAnswerAnErrorAndTakesNoTimeOfIt() throws IOException {
    byte[] golden = Question.ask(address, chat("another-model", false)).body();
    Shot wrong =
        Shot.of(chat("shape", false), Expectation.of(Closeness.BYTES, golden, TEXT, false));
    Recording recording = run(wrong, new Pattern.Closed(2), 20);
    assertThat(recording.requests()).isZero();
    assertThat(recording.latency().getTotalCount()).isZero();
    assertThat(recording.errors()).containsEntry("the body differs from the upstream's", 20L);
  }

  @Test
  void callsAResetAndARefusalErrors() throws IOException {
    Expectation any = Expectation.status(200);
    Recording reset = run(Shot.of(chat("reset", false), any), new Pattern.Closed(1), 3);
    assertThat(reset.errorCount()).isEqualTo(3);
    Recording refused = run(Shot.of(chat("429", false), any), new Pattern.Closed(1), 3);
    assertThat(refused.errors()).containsEntry("status 429 instead of 200", 3L);
  }

  @Test
  void givesUpOnAnAnswerThatDoesNotCome() {
    Shot never = Shot.of(chat("timeout", false), Expectation.status(200));
    LoadRun.Load load = LoadRun.Load.of(address, List.of(never), Duration.ofMillis(50));
    Recording recording = run(load, new Pattern.Closed(1), 1);
    assertThat(recording.errors()).containsEntry("no whole answer within 50 ms", 1L);
  }

  @Test
  void countsFromTheScheduledInstantWhereTheTargetFallsBehind() throws IOException {
    // One connection takes 20 ms a request and is asked for one every 2 ms: a clock that starts
    // with the sending would see 20 ms each time.
    Recording recording = run(shot("shape-d20", false), new Pattern.Open(500, 1), 20);
    assertThat(recording.errors()).isEmpty();
    double last = recording.latency().getMaxValue() / 1e6;
    assertThat(last).isGreaterThan(20 * 20 - 20 * 2 - 20);
    double first = recording.latency().getMinValue() / 1e6;
    assertThat(first).isGreaterThanOrEqualTo(19).isLessThan(last / 2);
  }

  @Test
  void keepsTheRateOfAnOpenLoop() throws IOException {
    Recording recording = run(shot("shape", false), new Pattern.Open(500, 64), 250);
    assertThat(recording.errors()).isEmpty();
    assertThat(recording.seconds()).isGreaterThan(0.45);
  }

  @Test
  void pausesBetweenTheRequestsOfAThinkingUser() throws IOException {
    Duration pause = Duration.ofMillis(30);
    Recording recording =
        run(shot("shape", false), new Pattern.Thinking(4, 1_000, pause, pause), 20);
    assertThat(recording.requests()).isEqualTo(20);
    assertThat(recording.seconds()).isGreaterThan(4 * 0.03);
  }

  @Test
  void timesEveryFrameOfAStampedStream() throws IOException {
    Recording recording = run(shot("shape-c10-g2-s", true), new Pattern.Closed(4), 40);
    assertThat(recording.errors()).isEmpty();
    // Role, ten pieces, finish, [DONE].
    assertThat(recording.frames()).isEqualTo(40 * 13);
    assertThat(recording.oneWay().getTotalCount()).isEqualTo(40 * 10);
    assertThat(recording.firstToken().getTotalCount()).isEqualTo(40);
    assertThat(recording.gap().getTotalCount()).isEqualTo(40 * 12);
  }

  @Test
  void sendsLargeRequestsWhole() throws IOException {
    String big = "x".repeat(3_000_000);
    byte[] bytes = request("{\"model\":\"shape\",\"messages\":[\"" + big + "\"]}");
    byte[] golden = Question.ask(address, bytes).body();
    Shot shot = Shot.of(bytes, Expectation.of(Closeness.BYTES, golden, TEXT, false));
    Recording recording = run(shot, new Pattern.Closed(3), 9);
    assertThat(recording.errors()).isEmpty();
    assertThat(recording.requests()).isEqualTo(9);
  }

  @Test
  void measuresSessionsOfSeveralTurns() throws IOException {
    LoadRun.Load load =
        new LoadRun.Load(
            address,
            List.of(shot("shape", false), shot("shape-d1", false), shot("shape-d2", false)),
            3,
            List.of(),
            0,
            LONG);
    Recording recording = run(load, new Pattern.Closed(2), 30);
    assertThat(recording.errors()).isEmpty();
    assertThat(recording.session().getTotalCount()).isEqualTo(10);
    assertThat(recording.session().getMinValue()).isGreaterThan(3_000_000);
  }

  @Test
  void keepsWhatRunsBesideOutOfTheTimes() throws IOException {
    LoadRun.Load load =
        new LoadRun.Load(
            address, List.of(shot("shape-d1", false)), 1, List.of(shot("shape", false)), 2, LONG);
    Recording recording = run(load, new Pattern.Closed(2), 50);
    assertThat(recording.requests()).isEqualTo(50);
    assertThat(recording.latency().getTotalCount()).isEqualTo(50);
    assertThat(recording.besides()).isPositive();
  }
}
