package dev.headgate.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.Decision;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway on the class path, as in tests, has no layers and gives each plugin a loader. */
@Timeout(60)
class ClassPathGatewayTest {
  @TempDir private Path root;

  @Test
  void loadsAModularPluginByALoaderThatKeepsToTheSameContract() throws Exception {
    new Installations(root).plain("modular");
    PluginRuntime runtime = start("modular");

    assertThat(decision(runtime))
        .isEqualTo(
            Decision.warn(
                "module null, kernel: hidden, server: hidden, json: hidden, layer: none"));
    runtime.close(Duration.ofSeconds(5));
  }

  @Test
  void letsGoOfTheClassesOfAPluginThatWasReplaced() throws Exception {
    new Installations(root).notModular("first");
    PluginRuntime runtime = start("first");
    WeakReference<ClassLoader> loader = new WeakReference<>(loader(runtime));
    PluginHost host = new TestHost(root, Map.of()).of("model_list: []\n");
    runtime.swap(runtime.prepare(List.of(), host, Set.of()));

    Await.until(() -> {
      System.gc();
      return loader.get() == null;
    });
    assertThat(loader.get()).isNull();
    runtime.close(Duration.ofSeconds(5));
  }

  private PluginRuntime start(String installation) {
    List<FoundPlugin> found =
        PluginFolder.find(root.resolve(installation).resolve("plugins"), Set.of());
    PluginHost host = new TestHost(root, Map.of()).of("model_list: []\n");
    return PluginRuntime.start(PluginCatalog.given(found).choose(PluginChoice.all()), host);
  }

  private static Decision decision(PluginRuntime runtime) {
    return runtime.current().extensions().headerGates().getFirst().extension().check(null);
  }

  private static ClassLoader loader(PluginRuntime runtime) {
    return runtime
        .current()
        .extensions()
        .headerGates()
        .getFirst()
        .extension()
        .getClass()
        .getClassLoader();
  }
}
