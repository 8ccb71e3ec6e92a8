package dev.headgate.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.metrics.MeterVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PluginContextTest {
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
    Await.until(() -> !names.isEmpty());
    assertThat(names.getFirst()).startsWith("plugin-worker-");

    runtime.close(LIMIT);
    Await.until(() -> interrupted.getCount() == 0);
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
    Await.until(() -> runs.get() >= 3);
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

  private ScriptedPlugin plugin(String id) {
    return ScriptedPlugin.of(id, diary);
  }
}
