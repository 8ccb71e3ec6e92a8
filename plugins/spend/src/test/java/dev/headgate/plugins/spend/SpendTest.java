package dev.headgate.plugins.spend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bench.upstream.Script;
import dev.headgate.spi.auth.LimitedEntity.Kind;
import dev.headgate.testkit.TestGateway;
import dev.headgate.testkit.state.MemoryStore;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpendTest {
  private final MemoryStore store = new MemoryStore();
  private TestGateway gateway;

  @BeforeEach
  void start() {
    gateway =
        TestGateway.around(SpendPlugin.class, SpendPlugin::new)
            .store(store)
            .models(
                """
                model_list:
                  - model_name: test-model
                    litellm_params:
                      model: test/upstream-model
                      api_base: "%UPSTREAM%"
                      input_cost_per_token: 0.001
                      output_cost_per_token: 0.01
                """)
            .start();
    gateway
        .upstream()
        .on("POST", "/chat/completions")
        .reply(
            Script.json(
                "{\"id\":\"always-the-same\",\"choices\":[],\"usage\":{\"prompt_tokens\":10,"
                    + "\"completion_tokens\":4,\"total_tokens\":14}}"));
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private HttpResponse<String> get(String path) {
    return gateway.get(path);
  }

  @Test
  void keepsEveryCallOnceAlthoughTheUpstreamRepeatsOneId() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        all.add(threads.submit(() -> gateway.chat("hello").statusCode()));
      }
      for (Future<Integer> one : all) {
        assertThat(one.get()).isEqualTo(200);
      }
    }
    HttpResponse<String> rows = get("/spend/logs?request_id=always-the-same");
    assertThat(rows.body().split("\"litellm_call_id\"", -1)).hasSize(201);
    // 10 x 0.001 + 4 x 0.01 = 0.05 each
    assertThat(get("/global/spend").body()).isEqualTo("{\"spend\":10,\"max_budget\":0}");
    assertThat(get("/spend/keys").body()).contains("\"spend\":10,\"log_count\":200");
    assertThat(get("/spend/logs/v2?page=3&page_size=30").body())
        .contains("\"total\":200")
        .contains("\"total_pages\":7");
    assertThat(get("/global/spend/logs").body())
        .isEqualTo("[{\"date\":\"2026-01-01\",\"spend\":10}]");
  }

  @Test
  void tellsWhatWasBookedOnAnEntity() {
    gateway.chat("hello");
    get("/global/spend");
    Books books = new Books(store);
    assertThat(books.booked(Kind.KEY, "test-key", "", 0, Duration.ofSeconds(1)))
        .isEqualTo(50_000_000);
    long start = gateway.clock().millis();
    assertThat(books.booked(Kind.KEY, "test-key", "test-model", start - 1, Duration.ofSeconds(1)))
        .isEqualTo(50_000_000);
    assertThat(books.booked(Kind.KEY, "test-key", "", start + 1, Duration.ofSeconds(1))).isZero();
  }

  @Test
  void showsFailuresWithoutCost() {
    gateway.upstream().next(Script.json(500, "{\"error\":{\"message\":\"broken\"}}"));
    assertThat(gateway.chat("hello").statusCode()).isEqualTo(500);
    assertThat(get("/spend/logs").body())
        .contains("\"status\":\"failure\"")
        .contains("\"spend\":0")
        .contains("\"http_status\":500");
  }

  @Test
  void attributesEndUserAndTags() {
    gateway.post(
        "/v1/chat/completions",
        "{\"model\":\"test-model\",\"messages\":[],\"user\":\"ann\",\"metadata\":{\"tags\":[\"red\"]}}");
    assertThat(get("/spend/tags").body()).contains("\"individual_request_tag\":\"red\"");
    assertThat(get("/spend/logs?end_user=ann").body()).contains("\"request_tags\":[\"red\"]");
    assertThat(get("/global/spend/report?group_by=customer").body())
        .contains("\"customer\":\"ann\",\"total_spend\":0.05");
    assertThat(get("/customer/daily/activity?end_user_ids=ann").body())
        .contains("\"total_spend\":0.05")
        .contains("\"total_api_requests\":1");
  }

  @Test
  void refusesWhatItDoesNotUnderstandByName() {
    assertThat(get("/spend/logs?start_date=yesterday").body()).contains("start_date must be");
    assertThat(get("/spend/logs/v2?page=0").body()).contains("page must be a number");
    assertThat(get("/global/spend/report?group_by=colour").body()).contains("group_by must be");
    assertThat(gateway.post("/spend/calculate", "{\"model\":\"unheard-of\"}").statusCode())
        .isEqualTo(400);
    assertThat(
            gateway
                .post(
                    "/spend/calculate",
                    "{\"model\":\"gpt-4o\",\"completion_response\":{\"usage\":"
                        + "{\"prompt_tokens\":1000,\"completion_tokens\":500}}}")
                .body())
        .isEqualTo("{\"cost\":0.0075}");
  }
}
