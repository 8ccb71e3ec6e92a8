package dev.headgate.plugins.authkeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.TestGateway;
import dev.headgate.testkit.state.MemoryStore;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a look-up costs, and how soon a change is seen. */
class KeyLookupTest {
  private final MemoryStore store = new MemoryStore();

  @AfterEach
  void closeStore() {
    store.close();
  }

  private TestGateway gateway(String more) {
    TestGateway started = KeysTest.around(store).config(more).start();
    awaitFilled(started);
    return started;
  }

  /** Until the fingerprints have been read, every unknown key is looked up. */
  private void awaitFilled(TestGateway gateway) {
    Admin nobody = Admin.of(gateway).as("sk-nobody-knows-this-key");
    await(() -> {
      long before = store.calls();
      nobody.chatStatus();
      return store.calls() == before;
    });
  }

  static void await(java.util.function.BooleanSupplier condition) {
    Instant end = Instant.now().plusSeconds(20);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).as("waited for too long").isBefore(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void asksTheStoreForNoKeyThatIsInMemory() {
    try (TestGateway gateway = gateway("")) {
      Admin admin = Admin.of(gateway);
      admin.post("/team/new", "{\"team_id\":\"t\"}");
      Admin user = admin.as(admin.newKey("{\"team_id\":\"t\",\"user_id\":\"u\"}"));
      assertThat(user.chatStatus()).isEqualTo(200);
      long before = store.calls();
      for (int i = 0; i < 20; i++) {
        assertThat(user.chatStatus()).isEqualTo(200);
      }
      assertThat(store.calls()).isEqualTo(before);
    }
  }

  @Test
  void asksTheStoreForFewUnknownKeysAndForNoneTwice() {
    try (TestGateway gateway =
        gateway("headgate: {plugin: {auth-keys: {unknown-keys-per-second: 5}}}")) {
      Admin admin = Admin.of(gateway);
      long before = store.calls();
      Instant start = Instant.now();
      for (int i = 0; i < 300; i++) {
        assertThat(admin.as("sk-made-up-key-number-" + i).chatStatus()).isEqualTo(401);
      }
      long seconds = Duration.between(start, Instant.now()).toSeconds() + 2;
      assertThat(store.calls() - before).isLessThanOrEqualTo(5 * seconds);
    }
  }

  @Test
  void asksTheStoreForNoUnknownKeyWhereTheOperatorSaysSo() {
    try (TestGateway gateway =
        gateway("headgate: {plugin: {auth-keys: {unknown-keys-per-second: 0}}}")) {
      Admin admin = Admin.of(gateway);
      long before = store.calls();
      for (int i = 0; i < 100; i++) {
        assertThat(admin.as("sk-made-up-key-number-" + i).chatStatus()).isEqualTo(401);
      }
      assertThat(store.calls()).isEqualTo(before);
    }
  }

  @Test
  void knowsKeysThatWereMadeBeforeItStarted() {
    String key;
    try (TestGateway gateway = gateway("")) {
      key = Admin.of(gateway).newKey("{}");
    }
    try (TestGateway gateway =
        gateway("headgate: {plugin: {auth-keys: {unknown-keys-per-second: 0}}}")) {
      assertThat(Admin.of(gateway).as(key).chatStatus()).isEqualTo(200);
    }
  }

  @Test
  void seesWhatAnotherInstanceChangesWithinASecond() {
    try (TestGateway one = gateway("");
        TestGateway two =
            gateway("headgate: {plugin: {auth-keys: {unknown-keys-per-second: 0}}}")) {
      Admin admin = Admin.of(one);
      String key = admin.newKey("{}");
      Admin there = Admin.of(two).as(key);
      within("a new key", () -> there.chatStatus() == 200);
      admin.post("/key/block", "{\"key\":\"" + key + "\"}");
      within("a block", () -> there.chatStatus() == 401);
      admin.post("/key/unblock", "{\"key\":\"" + key + "\"}");
      within("an unblock", () -> there.chatStatus() == 200);
      admin.post("/key/delete", "{\"keys\":[\"" + key + "\"]}");
      within("a deletion", () -> there.chatStatus() == 401);
    }
  }

  @Test
  void seesABlockedTeamOfAnotherInstanceWithinASecond() {
    try (TestGateway one = gateway("");
        TestGateway two = gateway("")) {
      Admin admin = Admin.of(one);
      admin.post("/team/new", "{\"team_id\":\"t\"}");
      Admin there = Admin.of(two).as(admin.newKey("{\"team_id\":\"t\"}"));
      within("a new key", () -> there.chatStatus() == 200);
      admin.post("/team/block", "{\"team_id\":\"t\"}");
      within("a block", () -> there.chatStatus() == 401);
    }
  }

  private static void within(String what, java.util.function.BooleanSupplier seen) {
    Instant start = Instant.now();
    await(seen);
    assertThat(Duration.between(start, Instant.now())).as(what).isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void servesWhatIsInMemoryWhileTheStoreIsLostAndOthersGet503() {
    try (TestGateway gateway = gateway("")) {
      Admin admin = Admin.of(gateway);
      Admin known = admin.as(admin.newKey("{}"));
      Admin unseen = admin.as(admin.newKey("{}"));
      assertThat(known.chatStatus()).isEqualTo(200);
      store.lose();
      assertThat(known.chatStatus()).isEqualTo(200);
      HttpResponse<String> answer = unseen.chat("test-model");
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).contains("\"type\":\"no_db_connection\"");
      store.restore();
      await(() -> unseen.chatStatus() == 200);
    }
  }
}
