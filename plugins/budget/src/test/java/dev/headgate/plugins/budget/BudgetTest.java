package dev.headgate.plugins.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bench.upstream.Script;
import dev.headgate.plugins.ledgermemory.LedgerMemoryPlugin;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.auth.EntityLimit;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.auth.LimitedEntity.Kind;
import dev.headgate.testkit.Doorman;
import dev.headgate.testkit.FlatPrice;
import dev.headgate.testkit.Guests;
import dev.headgate.testkit.TestGateway;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class BudgetTest {
  private static final long CENT = 10_000_000;
  private static final long DOLLAR = 100 * CENT;

  private final Guests guests = new Guests();

  private TestGateway start(FlatPrice price, String config) {
    return TestGateway.around(BudgetPlugin.class, BudgetPlugin::new)
        .with(LedgerMemoryPlugin.class, LedgerMemoryPlugin::new)
        .with(Guests.MANIFEST, () -> guests)
        .with(FlatPrice.MANIFEST, () -> price)
        .withoutDoorman()
        .config(config)
        .start();
  }

  private TestGateway start(FlatPrice price) {
    return start(price, "");
  }

  private static LimitedEntity entity(Kind kind, String id, long nanos) {
    return LimitedEntity.of(kind, id).limit(EntityLimit.budget(nanos)).build();
  }

  @Test
  void servesExactlyAHundredOfFiveHundredRequestsThatCostACentEach() throws Exception {
    guests.invite(Doorman.KEY, entity(Kind.KEY, "hash", DOLLAR));
    try (TestGateway gateway = start(new FlatPrice(CENT, CENT))) {
      List<Integer> statuses = new ArrayList<>();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<HttpResponse<String>>> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
          all.add(threads.submit(() -> gateway.chat("hello")));
        }
        for (Future<HttpResponse<String>> one : all) {
          statuses.add(one.get().statusCode());
        }
      }
      assertThat(statuses).filteredOn(status -> status == 200).hasSize(100);
      assertThat(statuses).filteredOn(status -> status == 422).hasSize(400);
      assertThat(gateway.chat("one more").body())
          .contains("\"type\":\"budget_exceeded\"")
          .contains("Budget has been exceeded! Key=hash Current cost: 1.0, Max budget: 1.0");
    }
  }

  @Test
  void chargesWhatACallReallyCost() {
    guests.invite(Doorman.KEY, entity(Kind.KEY, "hash", DOLLAR));
    try (TestGateway gateway = start(new FlatPrice(60 * CENT, 30 * CENT))) {
      for (int i = 0; i < 4; i++) {
        assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      }
      assertThat(gateway.chat("hello").body()).contains("Current cost: 1.2, Max budget: 1.0");
    }
  }

  @Test
  void refusesAHoldThatIsLargerThanTheRestWhereTheOperatorWantsThat() {
    guests.invite(Doorman.KEY, entity(Kind.KEY, "hash", DOLLAR));
    try (TestGateway gateway =
        start(
            new FlatPrice(60 * CENT, 30 * CENT),
            "general_settings: {strict_budget_reservation: true}")) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      assertThat(gateway.chat("hello").body()).contains("Current cost: 0.6, Max budget: 1.0");
    }
  }

  @Test
  void givesTheHoldBackWhenTheUpstreamFails() {
    guests.invite(Doorman.KEY, entity(Kind.KEY, "hash", 2 * CENT));
    try (TestGateway gateway = start(new FlatPrice(2 * CENT, CENT))) {
      gateway
          .upstream()
          .on("POST", "/chat/completions")
          .reply(Script.json(500, "{\"error\":{\"message\":\"broken\"}}"));
      for (int i = 0; i < 5; i++) {
        assertThat(gateway.chat("hello").statusCode()).isEqualTo(500);
      }
    }
  }

  @Test
  void judgesATeamsKeyByTheTeamAndNotByItsOwner() {
    guests.invite(
        Doorman.KEY,
        LimitedEntity.of(Kind.KEY, "hash").build(),
        entity(Kind.USER, "owner", 0),
        entity(Kind.TEAM, "team-a", CENT),
        entity(Kind.TEAM_MEMBER, "owner:team-a", DOLLAR));
    try (TestGateway gateway = start(new FlatPrice(CENT, CENT))) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      assertThat(gateway.chat("hello").body())
          .contains("Budget has been exceeded! Team=team-a Current cost: 0.01, Max budget: 0.01");
    }
  }

  @Test
  void judgesWhomTheRequestNames() {
    guests
        .invite(Doorman.KEY, LimitedEntity.of(Kind.KEY, "hash").build())
        .name(entity(Kind.END_USER, "ann", CENT))
        .name(entity(Kind.TAG, "night", 0));
    try (TestGateway gateway = start(new FlatPrice(CENT, CENT))) {
      String ann = "{\"model\":\"test-model\",\"messages\":[],\"user\":\"ann\"}";
      assertThat(gateway.post("/v1/chat/completions", ann).statusCode()).isEqualTo(200);
      assertThat(gateway.post("/v1/chat/completions", ann).body()).contains("End User=ann");
      HttpResponse<String> byHeader =
          gateway.send(
              gateway
                  .request("/v1/chat/completions")
                  .header("x-litellm-customer-id", "ann")
                  .POST(
                      java.net.http.HttpRequest.BodyPublishers.ofString(
                          "{\"model\":\"test-model\",\"messages\":[]}")));
      assertThat(byHeader.statusCode()).isEqualTo(422);
      String night =
          "{\"model\":\"test-model\",\"messages\":[],\"metadata\":{\"tags\":[\"day\",\"night\"]}}";
      assertThat(gateway.post("/v1/chat/completions", night).body()).contains("Tag=night");
    }
  }

  @Test
  void letsModelsThatCostNothingPass() {
    guests.invite(Doorman.KEY, entity(Kind.KEY, "hash", 0));
    try (TestGateway gateway = start(new FlatPrice(0, 0))) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void judgesModelsWithoutAPriceByWhatWasSpent() {
    guests.invite(Doorman.KEY, entity(Kind.KEY, "hash", 0));
    try (TestGateway gateway = start(new FlatPrice(-1, -1))) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(422);
    }
  }

  @Test
  void keepsABudgetOfOneModelApart() {
    guests.invite(
        Doorman.KEY,
        LimitedEntity.of(Kind.KEY, "hash")
            .alias("alias (sk-...abcd)")
            .limit(EntityLimit.budget(DOLLAR))
            .limit(EntityLimit.budget(0).model("test-model"))
            .build());
    try (TestGateway gateway = start(new FlatPrice(CENT, CENT))) {
      assertThat(gateway.chat("hello").body())
          .contains(
              "LiteLLM Virtual Key: alias (sk-...abcd), exceeded budget for model=test-model.");
    }
  }

  @Test
  void beginsAnewWithTheNextDay() {
    guests.invite(
        Doorman.KEY,
        LimitedEntity.of(Kind.KEY, "hash")
            .limit(EntityLimit.budget(CENT).window(Limit.Window.CALENDAR, Duration.ofDays(1)))
            .build());
    try (TestGateway gateway = start(new FlatPrice(CENT, CENT))) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(422);
      gateway.clock().advance(Duration.ofDays(1));
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void limitsTheWholeGatewayAndAnswersWithTheOperatorsStatus() {
    guests.invite(Doorman.KEY, LimitedEntity.of(Kind.KEY, "hash").build());
    try (TestGateway gateway =
        start(
            new FlatPrice(CENT, CENT),
            "litellm_settings: {max_budget: 0.01, budget_duration: 30d,"
                + " budget_exceeded_status_code: 429}")) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      HttpResponse<String> refused = gateway.chat("hello");
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.body()).contains("Proxy=*");
    }
  }
}
