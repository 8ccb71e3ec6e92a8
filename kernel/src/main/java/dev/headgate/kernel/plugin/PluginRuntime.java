package dev.headgate.kernel.plugin;

import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.state.SecretResolver;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Starts plugins, keeps the set that is in force, and swaps it.
 *
 * <p>A swap has two steps, so that all that is built on the plugins can be built before anything
 * changes: {@link #prepare} starts the next set beside the current one, {@link #swap} puts it in
 * force for new exchanges. When something goes wrong in between, {@link #discard} takes the next
 * set away and the current one stays.
 */
public final class PluginRuntime {
  private static final System.Logger LOG = System.getLogger(PluginRuntime.class.getName());
  private static final Duration SWAP_LIMIT = Duration.ofSeconds(60);
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** Those that wait for their last exchange; once closed, nothing may hold on to their classes. */
  private final ConcurrentLinkedQueue<PluginSet> retired = new ConcurrentLinkedQueue<>();

  private volatile PluginSet current;

  private PluginRuntime(PluginSet first) {
    current = first;
  }

  /** A runtime in which no plugin is in force yet. */
  public static PluginRuntime empty(PluginHost host) {
    return new PluginRuntime(new PluginSet(List.of(), List.of(), host.hooks()));
  }

  /**
   * Starts plugins and puts them in force.
   *
   * @param chosen the plugins in the order of the configuration
   * @param host what they are given
   * @throws PluginException if one of them cannot start; those before it are closed again
   * @throws SettingException if a setting of one of them is wrong
   */
  public static PluginRuntime start(List<FoundPlugin> chosen, PluginHost host) {
    PluginRuntime runtime = empty(host);
    runtime.swap(runtime.prepare(chosen, host, Set.of()));
    return runtime;
  }

  /** The set in force, for looking at; use {@link #acquire} to call what is in it. */
  public PluginSet current() {
    return current;
  }

  /** The set in force, kept open until {@link PluginSet#release}. */
  public PluginSet acquire() {
    while (true) {
      PluginSet set = current;
      if (set.enter()) {
        return set;
      }
      Thread.onSpinWait();
    }
  }

  /**
   * Starts a further set beside the current one.
   *
   * @param chosen the plugins in the order of the configuration
   * @param host what they are given
   * @param unchanged the ids of plugins of the current set that may go on as they are; those that
   *     use a service of a plugin that starts anew start anew too
   * @return the set, to be given to {@link #swap} or {@link #discard}
   * @throws PluginException if a plugin cannot start; those that were started here are closed again
   * @throws SettingException if a setting of one of them is wrong
   */
  public PluginSet prepare(List<FoundPlugin> chosen, PluginHost host, Set<String> unchanged) {
    List<FoundPlugin> needed = new Replacement(chosen, kernelServices(host)).remaining();
    return new Start(needed, host, kept(needed, unchanged)).run();
  }

  /**
   * Puts a set in force. New exchanges take it; the old one closes after its last exchange.
   *
   * @param next what {@link #prepare} returned
   */
  public synchronized void swap(PluginSet next) {
    PluginSet before = current;
    current = next;
    retire(before, SWAP_LIMIT);
  }

  /**
   * Takes a set away that was prepared and is not wanted.
   *
   * @param next what {@link #prepare} returned
   */
  public void discard(PluginSet next) {
    retire(next, SWAP_LIMIT);
  }

  /**
   * Closes all plugins, the last started first, and waits for that. What goes on longer than it may
   * is left behind with a line in the log.
   *
   * @param limit how long to wait
   */
  public synchronized void close(Duration limit) {
    PluginSet last = current;
    current = new PluginSet(List.of(), List.of(), hooksOfNobody());
    retire(last, limit);
    long end = System.nanoTime() + limit.plus(GRACE).toNanos();
    try {
      for (PluginSet set : retired) {
        if (!set.awaitClosed(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) {
          LOG.log(Level.WARNING, "The plugins {0} are in use and are left behind", set.ids());
        }
      }
    } catch (InterruptedException e) {
      LOG.log(Level.WARNING, "Interrupted while plugins close; they are left behind");
      Thread.currentThread().interrupt();
    }
  }

  private static Set<String> kernelServices(PluginHost host) {
    return host.services().keySet().stream().map(Class::getSimpleName).collect(Collectors.toSet());
  }

  private static HookMeters hooksOfNobody() {
    return new HookMeters(new MeterRegistry());
  }

  private void retire(PluginSet set, Duration limit) {
    retired.add(set);
    set.retire(limit, () -> retired.remove(set));
  }

  private List<RunningPlugin> kept(List<FoundPlugin> chosen, Set<String> unchanged) {
    Set<String> restart =
        chosen.stream().map(FoundPlugin::id).collect(Collectors.toCollection(HashSet::new));
    restart.removeIf(id -> unchanged.contains(id) && current.plugin(id).isPresent());
    boolean grows = true;
    while (grows) {
      grows = restart.addAll(dependants(chosen, restart));
    }
    return chosen.stream()
        .filter(plugin -> !restart.contains(plugin.id()))
        .map(plugin -> current.plugin(plugin.id()).orElseThrow())
        .toList();
  }

  private static List<String> dependants(List<FoundPlugin> chosen, Set<String> restart) {
    return chosen.stream()
        .filter(plugin ->
            chosen.stream()
                .filter(other -> restart.contains(other.id()))
                .anyMatch(other -> StartOrder.waitsFor(plugin, other)))
        .map(FoundPlugin::id)
        .toList();
  }

  /** One start of a set. */
  private static final class Start {
    private final List<FoundPlugin> chosen;
    private final PluginHost host;
    private final List<RunningPlugin> kept;
    private final List<RunningPlugin> running = new ArrayList<>();
    private final List<RunningPlugin> fresh = new ArrayList<>();

    Start(List<FoundPlugin> chosen, PluginHost host, List<RunningPlugin> kept) {
      this.chosen = chosen;
      this.host = host;
      this.kept = kept;
    }

    PluginSet run() {
      try {
        StartOrder order = new StartOrder(chosen, kernelServices(host));
        List<FoundPlugin> resolvers = order.resolvers();
        List<FoundPlugin> others = order.others();
        PluginConfig config = host.config().apply(List.of());
        for (FoundPlugin plugin : resolvers) {
          start(plugin, config);
        }
        if (!resolvers.isEmpty()) {
          config = host.config().apply(resolversOf(running));
        }
        for (FoundPlugin plugin : others) {
          start(plugin, config);
        }
        return new PluginSet(inOrderOfConfiguration(), running, host.hooks());
      } catch (RuntimeException | Error e) {
        fresh.reversed().forEach(RunningPlugin::abandon);
        throw e;
      }
    }

    private void start(FoundPlugin plugin, PluginConfig config) {
      RunningPlugin old = running(kept, plugin.id());
      if (old != null) {
        running.add(old);
        return;
      }
      RunningPlugin made = RunningPlugin.start(plugin, host, config, this::service);
      fresh.add(made);
      running.add(made);
    }

    /** Of several offers the last one counts, and any plugin's before the kernel's own. */
    private <S> Optional<S> service(Class<S> type) {
      Optional<S> offered =
          inOrderOfConfiguration().stream()
              .flatMap(plugin -> plugin.service(type).stream())
              .reduce((a, b) -> b);
      return offered.or(() -> Optional.ofNullable(host.services().get(type)).map(type::cast));
    }

    private List<RunningPlugin> inOrderOfConfiguration() {
      return chosen.stream()
          .map(plugin -> running(running, plugin.id()))
          .filter(Objects::nonNull)
          .toList();
    }

    private static List<SecretResolver> resolversOf(List<RunningPlugin> plugins) {
      return plugins.stream()
          .flatMap(plugin -> plugin.extensions().stream())
          .filter(SecretResolver.class::isInstance)
          .map(SecretResolver.class::cast)
          .toList();
    }

    private static @Nullable RunningPlugin running(List<RunningPlugin> among, String id) {
      return among.stream()
          .filter(plugin -> plugin.manifest().id().equals(id))
          .findFirst()
          .orElse(null);
    }
  }
}
