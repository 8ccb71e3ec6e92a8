package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.bench.upstream.Script;
import dev.headgate.spi.Denial;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Operation;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.admission.Estimate;
import dev.headgate.spi.admission.Exactness;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.admission.LimitLedger;
import dev.headgate.spi.admission.LimitSource;
import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenCounterProvider;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.Provider;
import dev.headgate.spi.provider.ProviderContext;
import dev.headgate.spi.request.ExchangeView;
import dev.headgate.spi.routing.DeploymentSpec;
import dev.headgate.spi.usage.Usage;
import dev.headgate.spi.usage.UsageEvent;
import dev.headgate.spi.usage.UsageListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When prompts are counted, by what, and what comes of it. One word is one token here. */
class CountingTest {
  private static final String KINDS = "TokenCounterProvider,LimitSource,LimitLedger,UsageListener";

  /** Counts words, in the encoding of a model that only it knows. */
  private static final class Words implements TokenCounterProvider, TokenCounter {
    private final List<String> counted = new CopyOnWriteArrayList<>();
    private final List<String> learnt = new CopyOnWriteArrayList<>();
    private final List<String> threads = new CopyOnWriteArrayList<>();
    private Exactness exactness = Exactness.EXACT_TEXT;
    private double probe = 1;

    @Override
    public String id() {
      return "bpe";
    }

    @Override
    public Set<String> encodings() {
      return Set.of("words");
    }

    @Override
    public Optional<String> encodingOf(String model) {
      return model.equals("upstream-model") ? Optional.of("words") : Optional.empty();
    }

    @Override
    public double probe() {
      return probe;
    }

    @Override
    public String diagnosis() {
      return probe > 0 ? "it counts words" : "it has lost its dictionary";
    }

    @Override
    public TokenCounter load(String encoding) {
      return this;
    }

    @Override
    public long count(MemorySegment utf8) {
      String text = new String(utf8.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
      counted.add(text);
      threads.add(Thread.currentThread().getName());
      return text.isBlank() ? 0 : text.strip().split("\\s+", -1).length;
    }

    @Override
    public void learn(long said, long actual) {
      learnt.add(said + "->" + actual);
    }

    @Override
    public Exactness exactness() {
      return exactness;
    }

    @Override
    public String fingerprint() {
      return "words";
    }
  }

  /** One limit on tokens, and how often it was asked. */
  private static final class Tokens implements LimitSource, LimitLedger {
    private final long amount;
    private final List<Long> holds = new CopyOnWriteArrayList<>();
    private final List<long[]> settled = new CopyOnWriteArrayList<>();

    Tokens(long amount) {
      this.amount = amount;
    }

    @Override
    public String name() {
      return "tokens";
    }

    @Override
    public void contribute(ExchangeView exchange, Estimate estimate, LimitSink sink) {
      sink.add(limit(amount), estimate.inputTokensAtMost());
    }

    @Override
    public Outcome reserve(String callId, List<Limit> limits, long[] amounts) {
      holds.add(amounts[0]);
      return amounts[0] > amount
          ? new Outcome.Refused(limits.get(0), 0, 0)
          : new Outcome.Reserved(reservation(limits, amounts));
    }

    @Override
    public void settle(Reservation reservation, long[] amounts) {
      settled.add(amounts);
    }

    @Override
    public void renew(List<Reservation> reservations) {}
  }

  private static Limit limit(long amount) {
    return new Limit() {
      @Override
      public String counterId() {
        return "tokens";
      }

      @Override
      public String tenant() {
        return "tenant";
      }

      @Override
      public Kind kind() {
        return Kind.TOKENS;
      }

      @Override
      public Window window() {
        return Window.NONE;
      }

      @Override
      public Duration length() {
        return Duration.ZERO;
      }

      @Override
      public long amount() {
        return amount;
      }

      @Override
      public Denial denial(long used, long resetMillis) {
        return Denial.of(429, "throttling_error", "too many tokens");
      }
    };
  }

  private static LimitLedger.Reservation reservation(List<Limit> limits, long[] amounts) {
    return new LimitLedger.Reservation() {
      @Override
      public List<Limit> limits() {
        return limits;
      }

      @Override
      public long held(int index) {
        return amounts[index];
      }

      @Override
      public long remaining(int index) {
        return 0;
      }

      @Override
      public long resetMillis(int index) {
        return 0;
      }
    };
  }

  private final Words words = new Words();
  private final BlockingQueue<UsageEvent> events = new LinkedBlockingQueue<>();
  private final UsageListener listener = events::add;

  private TestGateway gateway(String config, Extension... more) {
    List<Extension> extensions = new ArrayList<>(List.of(words));
    extensions.addAll(List.of(more));
    return TestGateway.alone()
        .with(Map.of("id", "under-test", "kinds", KINDS), () -> context -> extensions)
        .config(config)
        .start();
  }

  private Usage usage() throws InterruptedException {
    UsageEvent event = events.poll(20, TimeUnit.SECONDS);
    assertThat(event).isNotNull();
    return event.usage().orElseThrow();
  }

  private static String metrics(TestGateway gateway, String mode) {
    StringBuilder found = new StringBuilder();
    gateway
        .gateway()
        .meters()
        .read(
            new dev.headgate.spi.metrics.MeterVisitor() {
              private boolean ours;

              @Override
              public void family(String name, String help, Type type, List<String> labels) {
                ours = name.equals("headgate_counted_tokens_total");
              }

              @Override
              public void value(List<String> labels, double value) {
                if (ours && labels.contains(mode)) {
                  found.append((long) value);
                }
              }

              @Override
              public void histogram(
                  List<String> labels, double[] bounds, long[] counts, double sum) {}
            });
    return found.toString();
  }

  @Test
  void withoutALimitNothingIsCounted() {
    try (TestGateway gateway = gateway("", listener)) {
      assertThat(gateway.chat("one two three").statusCode()).isEqualTo(200);
      assertThat(words.counted).isEmpty();
    }
  }

  @Test
  void aLimitWithRoomForAllThatTheTextCanBeNeedsNoCount() {
    Tokens tokens = new Tokens(100);
    try (TestGateway gateway = gateway("", tokens)) {
      assertThat(gateway.chat("one two three").statusCode()).isEqualTo(200);
      assertThat(words.counted).isEmpty();
      assertThat(tokens.holds).containsExactly(3L + 3 + 1 + 13);
    }
  }

  @Test
  void aLimitInTheBandIsDecidedByACount() {
    Tokens tokens = new Tokens(12);
    try (TestGateway gateway = gateway("", tokens)) {
      assertThat(gateway.chat("one two three").statusCode()).isEqualTo(200);
      assertThat(words.counted).containsExactly("one two three");
      assertThat(tokens.holds).containsExactly(20L, 10L);
      assertThat(metrics(gateway, "band")).isEqualTo("10");

      assertThat(gateway.chat("one two three four five six").statusCode()).isEqualTo(429);
    }
  }

  @Test
  void whatIsTooMuchAtLeastIsRefusedWithoutACount() {
    Tokens tokens = new Tokens(12);
    try (TestGateway gateway = gateway("", tokens)) {
      assertThat(gateway.chat("x".repeat(128 * 10)).statusCode()).isEqualTo(429);
      assertThat(words.counted).isEmpty();
    }
  }

  @Test
  void aSourceThatWantsTheCountGetsIt() {
    List<Long> asked = new CopyOnWriteArrayList<>();
    LimitSource source =
        (exchange, estimate, sink) -> {
          asked.add(estimate.inputTokens());
          asked.add(estimate.inputTokensAtMost());
          asked.add(estimate.inputTokensUpTo(1));
        };
    try (TestGateway gateway = gateway("", source, new Tokens(1))) {
      gateway.chat("one two three");
      assertThat(asked).startsWith(10L, 10L, 10L);
      assertThat(words.counted).hasSize(1);
    }
  }

  @Test
  void everyRequestIsCountedWhenTheConfigurationSaysSo() {
    try (TestGateway gateway = gateway("headgate: {admission: {counting: always}}")) {
      gateway.chat("one two three");
      assertThat(words.counted).containsExactly("one two three");
      assertThat(metrics(gateway, "always")).isEqualTo("10");
    }
  }

  @Test
  void aLongPromptIsCountedOnAThreadOfItsOwnAndRemembered() {
    String text = "lorem ipsum ".repeat(10_000);
    try (TestGateway gateway = gateway("headgate: {admission: {counting: always}}", listener)) {
      assertThat(gateway.chat(text).statusCode()).isEqualTo(200);
      assertThat(gateway.chat(text).statusCode()).isEqualTo(200);
      await(() -> metrics(gateway, "memo").equals("20000"));
      assertThat(words.threads).containsExactly("count-0");
      assertThat(metrics(gateway, "always")).isEqualTo("20014");
    }
  }

  @Test
  void aProviderThatTellsNoUsageIsCountedFor() throws InterruptedException {
    try (TestGateway gateway = gateway("", listener)) {
      gateway
          .upstream()
          .next(
              Script.json(
                  200,
                  "{\"id\":\"c\",\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":"
                      + "\"four words are here\"}}]}"));
      gateway.chat("one two three");
      Usage usage = usage();
      assertThat(usage.estimated()).isTrue();
      assertThat(usage.inputTokens()).isEqualTo(10);
      assertThat(usage.outputTokens()).isEqualTo(4);
      assertThat(metrics(gateway, "settle")).isEqualTo("14");
    }
  }

  @Test
  void aStreamWithoutUsageIsCountedByWhatCame() throws InterruptedException {
    try (TestGateway gateway = gateway("", listener)) {
      gateway
          .upstream()
          .next(
              Script.eventStream()
                  .sse("{\"choices\":[{\"delta\":{\"content\":\"five words\\nare\"}}]}")
                  .sse("{\"choices\":[{\"delta\":{\"content\":\" there now\"}}]}")
                  .sse("{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}")
                  .done());
      gateway.chatStream("one two three");
      Usage usage = usage();
      assertThat(usage.estimated()).isTrue();
      assertThat(usage.outputTokens()).isEqualTo(5);
      assertThat(words.counted).containsExactly("five words\nare there now", "one two three");
    }
  }

  @Test
  void usageThatTheProviderTellsIsLeftAsItIs() throws InterruptedException {
    try (TestGateway gateway = gateway("headgate: {admission: {counting: always}}", listener)) {
      gateway.chat("one two three");
      assertThat(usage().estimated()).isFalse();
      assertThat(words.counted).hasSize(1);
    }
  }

  @Test
  void aClientThatLeavesPaysForWhatItGot() throws Exception {
    Tokens tokens = new Tokens(1000);
    try (TestGateway gateway = gateway("", tokens, listener)) {
      gateway
          .upstream()
          .next(
              Script.eventStream()
                  .sse("{\"choices\":[{\"delta\":{\"content\":\"two words\"}}]}")
                  .stall()
                  .done());
      String body =
          "{\"model\":\"test-model\",\"stream\":true,\"messages\":"
              + "[{\"role\":\"user\",\"content\":\"one two three\"}]}";
      try (Socket client =
          new Socket(InetAddress.getLoopbackAddress(), gateway.gateway().address().getPort())) {
        send(client, body);
        readUntil(client, "two words");
      }
      UsageEvent event = events.poll(30, TimeUnit.SECONDS);
      assertThat(event).isNotNull();
      assertThat(event.status()).isEqualTo(UsageEvent.Status.CANCELLED);
      assertThat(event.usage().orElseThrow().inputTokens()).isEqualTo(10);
      assertThat(event.usage().orElseThrow().outputTokens()).isEqualTo(2);
      await(() -> !tokens.settled.isEmpty());
      assertThat(tokens.settled.get(0)).containsExactly(12);
    }
  }

  private static void send(Socket client, String body) throws IOException {
    OutputStream out = client.getOutputStream();
    out.write(
        ("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                + Doorman.KEY
                + "\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body)
            .getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private static void readUntil(Socket client, String text) throws IOException {
    InputStream in = client.getInputStream();
    StringBuilder seen = new StringBuilder();
    while (seen.indexOf(text) < 0) {
      int c = in.read();
      assertThat(c).as("the stream ended: " + seen).isNotNegative();
      seen.append((char) c);
    }
  }

  private static void await(java.util.function.BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited long enough").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void anEstimateLearnsWhatTheProviderCounted() {
    words.exactness = Exactness.ESTIMATE;
    try (TestGateway gateway = gateway("headgate: {admission: {counting: always}}")) {
      gateway.chat("one two three");
      assertThat(words.learnt).containsExactly("10->9");
    }
  }

  @Test
  void aClientCanHaveAPromptCounted() {
    try (TestGateway gateway = gateway("")) {
      var answer =
          gateway.post(
              "/utils/token_counter",
              "{\"model\":\"test-model\",\"messages\":"
                  + "[{\"role\":\"user\",\"content\":\"one two three\"}]}");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("x-headgate-token-count")).contains("exact");
      assertThat(answer.body())
          .isEqualTo(
              "{\"total_tokens\":10,\"request_model\":\"test-model\",\"model_used\":"
                  + "\"upstream-model\",\"tokenizer_type\":\"openai_tokenizer\","
                  + "\"original_response\":null,\"error\":false,\"error_message\":null,"
                  + "\"status_code\":null}");
      assertThat(gateway.post("/utils/token_counter", "{\"model\":\"x\"}").statusCode())
          .isEqualTo(400);
      assertThat(
              gateway
                  .post("/utils/token_counter", "{\"model\":\"unknown\",\"prompt\":\"abcdefgh\"}")
                  .body())
          .startsWith("{\"total_tokens\":2,")
          .contains("\"tokenizer_type\":\"estimate\"");
      assertThat(gateway.upstream().callCount()).isZero();
    }
  }

  /** Opens deployments that know no Messages dialect, and that nobody calls here. */
  private static final class ChatOnly implements Provider {
    @Override
    public Set<String> prefixes() {
      return Set.of("chat-only");
    }

    @Override
    public Endpoint open(DeploymentSpec spec, ProviderContext context) {
      return new Endpoint() {
        @Override
        public boolean serves(Operation operation, Dialect dialect) {
          return dialect == Dialect.OPENAI;
        }

        @Override
        public Answer call(Call call) {
          throw new IllegalStateException("nobody calls this");
        }

        @Override
        public String address() {
          return "http://127.0.0.1:1";
        }

        @Override
        public void close() {}
      };
    }
  }

  @Test
  void aMessagesPromptIsCountedHereWhereItsProviderCannot() {
    try (TestGateway gateway =
        TestGateway.alone()
            .with(
                Map.of("id", "under-test", "kinds", "TokenCounterProvider,Provider"),
                () -> context -> List.of(words, new ChatOnly()))
            .models(
                """
                model_list:
                  - model_name: gpt
                    litellm_params: {model: chat-only/upstream-model}
                  - model_name: test-model
                    litellm_params: {model: test/upstream-model, api_base: "%UPSTREAM%"}
                """)
            .start()) {
      String prompt =
          "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"one two three\"}]}";
      var counted = gateway.post("/v1/messages/count_tokens", prompt.formatted("gpt"));
      assertThat(counted.statusCode()).isEqualTo(200);
      assertThat(counted.body()).isEqualTo("{\"input_tokens\":10}");
      assertThat(counted.headers().firstValue("x-headgate-token-count")).contains("estimate");

      var asked = gateway.post("/v1/messages/count_tokens", prompt.formatted("test-model"));
      assertThat(asked.headers().firstValue("x-headgate-token-count")).isEmpty();
      assertThat(gateway.upstream().callCount()).isEqualTo(1);
    }
  }

  @Test
  void aChosenCounterThatCannotServeStopsTheStart() {
    words.probe = 0;
    assertThatThrownBy(() -> gateway("headgate: {tokenizer: bpe}").close())
        .isInstanceOf(PluginException.class)
        .hasMessageContaining("headgate.tokenizer")
        .hasMessageContaining("it has lost its dictionary");
  }
}
