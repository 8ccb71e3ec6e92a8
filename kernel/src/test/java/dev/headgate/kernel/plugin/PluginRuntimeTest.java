package dev.headgate.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.spi.Decision;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.Secret;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.metrics.MeterReader;
import dev.headgate.spi.metrics.MeterVisitor;
import dev.headgate.spi.request.ExchangeView;
import dev.headgate.spi.state.ChangeFeed;
import dev.headgate.spi.state.SecretResolver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PluginRuntimeTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String NOTHING = "model_list: []\n";

  @TempDir private Path folder;
  private TestHost host;
  private final List<String> diary = ScriptedPlugin.diary();

  @BeforeEach
  void makeHost() {
    MeterReader reader = new MeterRegistry();
    host = new TestHost(folder, Map.of(MeterReader.class, reader));
  }

  @Test
  void runsWithoutAnyPlugin() {
    PluginRuntime runtime = PluginRuntime.start(List.of(), host.of(NOTHING));
    PluginSet set = runtime.acquire();
    assertThat(set.extensions().authenticators()).isEmpty();
    set.release();
    runtime.close(LIMIT);
  }

  @Test
  void startsWhoOffersAServiceFirstAndClosesBackwards() {
    FoundPlugin asks = plugin("asks").says("services", "ChangeFeed").found();
    FoundPlugin free = plugin("free").found();
    FoundPlugin offers = plugin("offers").brings(feed()).says("provides", "ChangeFeed").found();

    PluginRuntime.start(List.of(asks, free, offers), host.of(NOTHING)).close(LIMIT);

    assertThat(diary)
        .containsExactly(
            "start free", "start offers", "start asks", "close asks", "close offers", "close free");
  }

  @Test
  void asksPluginsInTheOrderOfTheConfigurationHoweverTheyStarted() {
    FoundPlugin first =
        plugin("first").brings(new Gate("1")).says("services", "ChangeFeed").found();
    FoundPlugin second =
        plugin("second").brings(new GateAndFeed("2")).says("provides", "ChangeFeed").found();

    PluginRuntime runtime = PluginRuntime.start(List.of(first, second), host.of(NOTHING));

    assertThat(diary).containsExactly("start second", "start first");
    assertThat(runtime.current().extensions().headerGates())
        .extracting(Hook::plugin)
        .containsExactly("first", "second");
    runtime.close(LIMIT);
  }

  @Test
  void givesServicesOfPluginsAndOfTheKernel() {
    ChangeFeed feed = feed();
    AtomicReference<Object> fromPlugin = new AtomicReference<>();
    AtomicReference<Object> fromKernel = new AtomicReference<>();
    FoundPlugin offers = plugin("offers").brings(feed).says("provides", "ChangeFeed").found();
    FoundPlugin asks =
        plugin("asks")
            .says("services", "ChangeFeed, MeterReader")
            .starts(context -> {
              fromPlugin.set(context.service(ChangeFeed.class).orElseThrow());
              fromKernel.set(context.service(MeterReader.class).orElseThrow());
              return List.of();
            })
            .found();

    PluginRuntime.start(List.of(asks, offers), host.of(NOTHING)).close(LIMIT);

    assertThat(fromPlugin.get()).isSameAs(feed);
    assertThat(fromKernel.get()).isInstanceOf(MeterRegistry.class);
  }

  @Test
  void givesNothingForAnOptionalServiceThatNobodyOffers() {
    AtomicBoolean present = new AtomicBoolean(true);
    FoundPlugin asks =
        plugin("asks")
            .says("services.optional", "ChangeFeed")
            .starts(context -> {
              present.set(context.service(ChangeFeed.class).isPresent());
              return List.of();
            })
            .found();

    PluginRuntime.start(List.of(asks), host.of(NOTHING)).close(LIMIT);

    assertThat(present).isFalse();
  }

  @Test
  void saysWhichServiceIsMissing() {
    FoundPlugin asks = plugin("asks").says("services", "ChangeFeed").found();
    assertRefused(
        "plugin asks needs the service ChangeFeed, which no plugin that is on offers; switch one on,"
            + " or asks off",
        asks);
    assertThat(diary).isEmpty();
  }

  @Test
  void refusesAServiceThatTheManifestDoesNotList() {
    FoundPlugin asks =
        plugin("asks")
            .starts(context -> {
              context.service(MeterReader.class);
              return List.of();
            })
            .found();
    assertRefused(
        "plugin asks cannot start: plugin asks asks for the service MeterReader, which its manifest"
            + " lists neither under services nor under services.optional",
        asks);
  }

  @Test
  void refusesPluginsThatWaitForEachOther() {
    FoundPlugin a =
        plugin("a").says("services", "ChangeFeed").says("provides", "RecordStore").found();
    FoundPlugin b =
        plugin("b").says("services", "RecordStore").says("provides", "ChangeFeed").found();
    assertRefused(
        "the plugins a, b ask for each other's services in a circle, so none of them can start"
            + " first",
        a,
        b);
  }

  @Test
  void refusesAPluginThatDoesNotBringWhatItProvides() {
    assertRefused(
        "plugin a cannot start: its manifest lists ChangeFeed under provides, but it brings none",
        plugin("a").says("provides", "ChangeFeed").found());
    assertThat(diary).containsExactly("start a", "close a");
  }

  @Test
  void resolvesSecretsBeforeOthersStart() {
    AtomicReference<String> seen = new AtomicReference<>();
    FoundPlugin reader =
        plugin("reader")
            .starts(context -> {
              seen.set(context.settings().secret("password").orElseThrow().reveal());
              return List.of();
            })
            .found();
    FoundPlugin vault = plugin("vault").brings(new Vault()).found();

    PluginRuntime.start(
            List.of(reader, vault),
            host.of("headgate: {plugin: {reader: {password: 'vault://db/password'}}}\n"))
        .close(LIMIT);

    assertThat(seen).hasValue("secret of vault://db/password");
    assertThat(diary).startsWith("start vault", "start reader");
  }

  @Test
  void refusesAResolverThatAsksForServices() {
    assertRefused(
        "plugin vault resolves secrets and so starts before all others, but its manifest asks for"
            + " MeterReader",
        plugin("vault").brings(new Vault()).says("services", "MeterReader").found());
  }

  @Test
  void refusesASettingThatThePluginDidNotAskFor() {
    FoundPlugin plugin =
        plugin("mask")
            .starts(context -> {
              context.settings().text("pattern");
              return List.of();
            })
            .found();
    assertThatThrownBy(() ->
            PluginRuntime.start(
                List.of(plugin), host.of("headgate: {plugin: {mask: {patern: x}}}\n")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("headgate.plugin.mask")
        .hasMessageContaining("patern")
        .hasMessageContaining("did you mean pattern?");
    assertThat(diary).containsExactly("start mask", "close mask");
  }

  @Test
  void closesThoseBeforeTheOneThatCannotStart() {
    FoundPlugin broken =
        plugin("c")
            .starts(context -> {
              throw new IllegalStateException("no disk");
            })
            .found();
    assertRefused(
        "plugin c cannot start: java.lang.IllegalStateException: no disk",
        plugin("a").found(),
        plugin("b").found(),
        broken,
        plugin("d").found());
    assertThat(diary)
        .containsExactly("start a", "start b", "start c", "close c", "close b", "close a");
  }

  @Test
  void closesTheOthersWhenOneFailsToCloseOrHangs() {
    CountDownLatch never = new CountDownLatch(1);
    FoundPlugin hangs =
        plugin("hangs")
            .closes(() -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                diary.add("interrupted");
              }
            })
            .found();
    FoundPlugin fails =
        plugin("fails")
            .closes(() -> {
              throw new IllegalStateException("stuck");
            })
            .found();
    PluginRuntime runtime =
        PluginRuntime.start(List.of(plugin("a").found(), hangs, fails), host.of(NOTHING));
    runtime.close(Duration.ofMillis(50));

    assertThat(diary).contains("close fails", "close hangs", "close a");
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
    await(() -> diary.contains("close old"));
    after.release();
    runtime.close(LIMIT);
    assertThat(diary).endsWith("close new");
  }

  @Test
  void keepsWhatIsUnchangedAndRestartsWhoDependsOnTheChanged() {
    FoundPlugin store = plugin("store").brings(feed()).says("provides", "ChangeFeed").found();
    FoundPlugin user = plugin("user").says("services", "ChangeFeed").found();
    FoundPlugin bystander = plugin("bystander").found();
    List<FoundPlugin> all = List.of(bystander, store, user);
    PluginRuntime runtime = PluginRuntime.start(all, host.of(NOTHING));
    diary.clear();

    runtime.swap(runtime.prepare(all, host.of(NOTHING), Set.of("bystander", "user")));

    await(() -> diary.size() == 4);
    assertThat(diary).containsExactly("start store", "start user", "close user", "close store");
    runtime.close(LIMIT);
    assertThat(diary).containsSubsequence("close user", "close store", "close bystander");
  }

  @Test
  void takesAPreparedSetAwayThatIsNotWanted() {
    PluginRuntime runtime = PluginRuntime.start(List.of(gate("a")), host.of(NOTHING));
    runtime.discard(runtime.prepare(List.of(gate("a"), gate("b")), host.of(NOTHING), Set.of("a")));

    await(() -> diary.contains("close b"));
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
    await(() -> calls.get() > 1_000);
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

  @Test
  void makesAFolderThatOnlyTheGatewayReads() throws Exception {
    AtomicReference<Path> data = new AtomicReference<>();
    FoundPlugin plugin =
        plugin("keeper")
            .starts(context -> {
              data.set(context.dataDirectory());
              return List.of();
            })
            .found();
    PluginRuntime.start(List.of(plugin), host.of(NOTHING)).close(LIMIT);

    assertThat(data.get()).isEqualTo(folder.resolve("data/plugins/keeper"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.get())))
        .isEqualTo("rwx------");
  }

  @Test
  void runsTasksOnThreadsNamedAfterThePluginUntilItCloses() {
    List<String> names = ScriptedPlugin.diary();
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicReference<Executor> executor = new AtomicReference<>();
    FoundPlugin plugin =
        plugin("worker")
            .starts(context -> {
              executor.set(context.executor());
              context.executor().execute(() -> names.add(Thread.currentThread().getName()));
              context.executor().execute(() -> waitForInterruption(interrupted));
              return List.of();
            })
            .found();
    PluginRuntime runtime = PluginRuntime.start(List.of(plugin), host.of(NOTHING));
    await(() -> !names.isEmpty());
    assertThat(names.getFirst()).startsWith("plugin-worker-");

    runtime.close(LIMIT);
    await(() -> interrupted.getCount() == 0);
    assertThatThrownBy(() -> executor.get().execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("plugin worker is closed and runs no more tasks");
  }

  @Test
  void repeatsATaskThatThrowsAndCountsThat() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    AtomicReference<AutoCloseable> repetition = new AtomicReference<>();
    FoundPlugin plugin =
        plugin("poller")
            .starts(context -> {
              repetition.set(
                  context.every(
                      Duration.ofMillis(1),
                      () -> {
                        runs.incrementAndGet();
                        throw new IllegalStateException("unreachable");
                      }));
              return List.of();
            })
            .found();
    PluginRuntime runtime = PluginRuntime.start(List.of(plugin), host.of(NOTHING));
    await(() -> runs.get() >= 3);
    repetition.get().close();
    runtime.close(LIMIT);

    assertThat(errorsOfRepeatedTasks()).isGreaterThanOrEqualTo(3);
  }

  private double errorsOfRepeatedTasks() {
    double[] errors = {0};
    host.meters.read(
        new MeterVisitor() {
          private boolean here;

          @Override
          public void family(String name, String help, Type type, List<String> labels) {
            here = name.equals("headgate_plugin_errors_total");
          }

          @Override
          public void value(List<String> values, double value) {
            if (here && values.equals(List.of("poller", "task", "every"))) {
              errors[0] = value;
            }
          }

          @Override
          public void histogram(List<String> values, double[] bounds, long[] counts, double sum) {}
        });
    return errors[0];
  }

  private static void waitForInterruption(CountDownLatch interrupted) {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
    }
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

  private ScriptedPlugin plugin(String id) {
    return ScriptedPlugin.of(id, diary);
  }

  private FoundPlugin gate(String id) {
    return plugin(id).brings(new Gate(id)).found();
  }

  private void assertRefused(String sentence, FoundPlugin... plugins) {
    assertThatThrownBy(() -> PluginRuntime.start(List.of(plugins), host.of(NOTHING)))
        .isInstanceOf(PluginException.class)
        .hasMessage(sentence);
  }

  private static void await(Supplier<Boolean> condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.get()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("the condition did not come true");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static ChangeFeed feed() {
    return new Feed();
  }

  private record Gate(String name) implements HeaderGate {
    @Override
    public Decision check(ExchangeView exchange) {
      return Decision.allow();
    }
  }

  private record Feed() implements ChangeFeed {
    @Override
    public void publish(String topic, String message) {}

    @Override
    public AutoCloseable subscribe(String topic, Consumer<String> listener) {
      return () -> {};
    }
  }

  private record GateAndFeed(String name) implements HeaderGate, ChangeFeed {
    @Override
    public Decision check(ExchangeView exchange) {
      return Decision.allow();
    }

    @Override
    public void publish(String topic, String message) {}

    @Override
    public AutoCloseable subscribe(String topic, Consumer<String> listener) {
      return () -> {};
    }
  }

  private static final class Vault implements SecretResolver {
    @Override
    public String scheme() {
      return "vault";
    }

    @Override
    public Secret resolve(String reference) {
      return Secret.of("secret of " + reference);
    }
  }
}
