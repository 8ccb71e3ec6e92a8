package dev.headgate.kernel.plugin;

import dev.headgate.kernel.metrics.HookMeters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The plugins that are in force together. An exchange works with one set from its first hook to its
 * last: it gets it from {@link PluginRuntime#acquire} and gives it back with {@link #release}. A
 * set that was replaced closes its plugins after its last exchange, but for those that the next set
 * took over.
 */
public final class PluginSet {
  /** Left to each plugin even when those before it have used up the time of all. */
  private static final Duration LEAST_TIME = Duration.ofMillis(100);

  private final List<RunningPlugin> started;
  private final Extensions extensions;
  private final UseCount uses = new UseCount();
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param configured the plugins in the order of the configuration
   * @param started the same plugins in the order in which they started
   * @param hooks where their calls are booked
   */
  PluginSet(List<RunningPlugin> configured, List<RunningPlugin> started, HookMeters hooks) {
    Extensions.Builder builder = new Extensions.Builder(hooks);
    configured.forEach(plugin -> builder.add(plugin.manifest(), plugin.extensions()));
    this.extensions = builder.build();
    this.started = List.copyOf(started);
    started.forEach(RunningPlugin::hold);
  }

  /** What the plugins brought. */
  public Extensions extensions() {
    return extensions;
  }

  /** The ids of the plugins, in the order in which they started. */
  public List<String> ids() {
    return started.stream().map(plugin -> plugin.manifest().id()).toList();
  }

  /** Ends the use that began with {@link PluginRuntime#acquire}. */
  public void release() {
    uses.leave();
  }

  /** Begins a use; false when the set has been replaced. */
  boolean enter() {
    return uses.enter();
  }

  Optional<RunningPlugin> plugin(String id) {
    return started.stream().filter(plugin -> plugin.manifest().id().equals(id)).findFirst();
  }

  /**
   * Lets go of the plugins when the last exchange has ended, on a thread of its own.
   *
   * @param limit how long all of them together may take to close
   * @param then runs when they have been let go of
   */
  void retire(Duration limit, Runnable then) {
    uses.retire(
        () -> Thread.ofVirtual().name("plugins-close").start(() -> releasePlugins(limit, then)));
  }

  /** Waits until the plugins of a retired set have been let go of. */
  boolean awaitClosed(Duration limit) throws InterruptedException {
    return closed.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void releasePlugins(Duration limit, Runnable then) {
    long end = System.nanoTime() + limit.toNanos();
    for (RunningPlugin plugin : started.reversed()) {
      long left = end - System.nanoTime();
      plugin.release(Duration.ofNanos(Math.max(left, LEAST_TIME.toNanos())));
    }
    closed.countDown();
    then.run();
  }
}
