package dev.headgate.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.Decision;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.auth.HeaderGate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PluginSwapTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String NOTHING = "model_list: []\n";

  @TempDir private Path folder;
  private TestHost host;
  private final List<String> diary = ScriptedPlugin.diary();

  @BeforeEach
  void makeHost() {
    host = new TestHost(folder, Map.of());
  }

  @Test
  void closesAReplacedSetAfterItsLastExchange() {
    PluginRuntime runtime = PluginRuntime.start(List.of(gate("old")), host.of(NOTHING));
    PluginSet before = runtime.acquire();
    runtime.swap(runtime.prepare(List.of(gate("new")), host.of(NOTHING), Set.of()));

    PluginSet after = runtime.acquire();
    assertThat(after.ids()).containsExactly("new");
    assertThat(before.extensions().headerGates()).hasSize(1);
    assertThat(diary).containsExactly("start old", "start new");

    before.release();
    Await.until(() -> diary.contains("close old"));
    after.release();
    runtime.close(LIMIT);
    assertThat(diary).endsWith("close new");
  }

  @Test
  void keepsWhatIsUnchangedAndRestartsWhoDependsOnTheChanged() {
    FoundPlugin store = plugin("store").brings(new Feed()).says("provides", "ChangeFeed").found();
    FoundPlugin user = plugin("user").says("services", "ChangeFeed").found();
    FoundPlugin bystander = plugin("bystander").found();
    List<FoundPlugin> all = List.of(bystander, store, user);
    PluginRuntime runtime = PluginRuntime.start(all, host.of(NOTHING));
    diary.clear();

    runtime.swap(runtime.prepare(all, host.of(NOTHING), Set.of("bystander", "user")));

    Await.until(() -> diary.size() == 4);
    assertThat(diary).containsExactly("start store", "start user", "close user", "close store");
    runtime.close(LIMIT);
    assertThat(diary).containsSubsequence("close user", "close store", "close bystander");
  }

  @Test
  void takesAPreparedSetAwayThatIsNotWanted() {
    PluginRuntime runtime = PluginRuntime.start(List.of(gate("a")), host.of(NOTHING));
    runtime.discard(runtime.prepare(List.of(gate("a"), gate("b")), host.of(NOTHING), Set.of("a")));

    Await.until(() -> diary.contains("close b"));
    assertThat(runtime.current().ids()).containsExactly("a");
    assertThat(diary).doesNotContain("close a");
    runtime.close(LIMIT);
  }

  @Test
  void staysWithTheOldSetWhenTheNewOneCannotStart() {
    PluginRuntime runtime = PluginRuntime.start(List.of(gate("a")), host.of(NOTHING));
    FoundPlugin broken =
        plugin("b")
            .starts(context -> {
              throw new PluginException("no licence");
            })
            .found();

    assertThatThrownBy(
            () -> runtime.prepare(List.of(gate("a"), broken), host.of(NOTHING), Set.of("a")))
        .hasMessage("plugin b cannot start: no licence");
    assertThat(runtime.current().ids()).containsExactly("a");
    assertThat(diary).doesNotContain("close a");
    runtime.close(LIMIT);
  }

  @Test
  void neverCallsAClosedPluginHoweverOftenSetsAreSwapped() throws InterruptedException {
    AtomicInteger calledAfterClose = new AtomicInteger();
    PluginRuntime runtime =
        PluginRuntime.start(List.of(livingGate(calledAfterClose)), host.of(NOTHING));
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger calls = new AtomicInteger();
    List<Thread> exchanges = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      exchanges.add(
          Thread.startVirtualThread(() -> {
            while (!stop.get()) {
              PluginSet set = runtime.acquire();
              set.extensions().headerGates().getFirst().extension().check(null);
              set.release();
              calls.incrementAndGet();
            }
          }));
    }
    for (int i = 0; i < 50; i++) {
      runtime.swap(
          runtime.prepare(List.of(livingGate(calledAfterClose)), host.of(NOTHING), Set.of()));
    }
    Await.until(() -> calls.get() > 1_000);
    stop.set(true);
    for (Thread exchange : exchanges) {
      exchange.join();
    }
    runtime.close(LIMIT);

    assertThat(calledAfterClose).hasValue(0);
    assertThat(diary).filteredOn("close living"::equals).hasSize(51);
  }

  @Test
  void refusesExchangesNothingAfterItWasClosed() {
    PluginRuntime runtime = PluginRuntime.start(List.of(gate("a")), host.of(NOTHING));
    runtime.close(LIMIT);
    PluginSet set = runtime.acquire();
    assertThat(set.ids()).isEmpty();
    set.release();
  }

  private FoundPlugin livingGate(AtomicInteger calledAfterClose) {
    AtomicBoolean closed = new AtomicBoolean();
    return plugin("living")
        .brings(
            (HeaderGate)
                exchange -> {
                  if (closed.get()) {
                    calledAfterClose.incrementAndGet();
                  }
                  return Decision.allow();
                })
        .closes(() -> closed.set(true))
        .found();
  }

  private FoundPlugin gate(String id) {
    return plugin(id).brings(new Gate(id)).found();
  }

  private ScriptedPlugin plugin(String id) {
    return ScriptedPlugin.of(id, diary);
  }
}
