package dev.headgate.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.Secret;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.metrics.MeterReader;
import dev.headgate.spi.state.ChangeFeed;
import dev.headgate.spi.state.SecretResolver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
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
  void startsThePluginThatTakesAnothersPlaceWhereItsServicesAreThere() {
    FoundPlugin simple = plugin("simple").found();
    FoundPlugin rich =
        plugin("rich").says("services", "ChangeFeed").says("replaces", "simple").found();
    FoundPlugin offers = plugin("offers").brings(new Feed()).says("provides", "ChangeFeed").found();

    PluginRuntime.start(List.of(simple, rich, offers), host.of(NOTHING)).close(LIMIT);
    assertThat(diary).containsExactly("start offers", "start rich", "close rich", "close offers");
    diary.clear();

    PluginRuntime.start(List.of(rich, simple), host.of(NOTHING)).close(LIMIT);
    assertThat(diary).containsExactly("start simple", "close simple");
  }

  @Test
  void missesAServiceOfAPluginThatTakesNobodysPlaceHere() {
    FoundPlugin rich =
        plugin("rich").says("services", "ChangeFeed").says("replaces", "simple").found();
    assertThatThrownBy(() -> PluginRuntime.start(List.of(rich), host.of(NOTHING)))
        .hasMessageContaining("plugin rich needs the service ChangeFeed");
  }

  @Test
  void startsWhoOffersAServiceFirstAndClosesBackwards() {
    FoundPlugin asks = plugin("asks").says("services", "ChangeFeed").found();
    FoundPlugin free = plugin("free").found();
    FoundPlugin offers = plugin("offers").brings(new Feed()).says("provides", "ChangeFeed").found();

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
    ChangeFeed feed = new Feed();
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

  private ScriptedPlugin plugin(String id) {
    return ScriptedPlugin.of(id, diary);
  }

  private void assertRefused(String sentence, FoundPlugin... plugins) {
    assertThatThrownBy(() -> PluginRuntime.start(List.of(plugins), host.of(NOTHING)))
        .isInstanceOf(PluginException.class)
        .hasMessage(sentence);
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
