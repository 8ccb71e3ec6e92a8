package dev.headgate.kernel.plugin;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.state.StoreException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A plugin that has started: its instance, its extensions, and how many sets it belongs to. */
final class RunningPlugin {
  private static final System.Logger LOG = System.getLogger(RunningPlugin.class.getName());
  private static final Duration FAILED_START_LIMIT = Duration.ofSeconds(10);

  private final Manifest manifest;
  private final Plugin plugin;
  private final StartedContext context;
  private final List<Extension> extensions;
  private final AtomicInteger holders = new AtomicInteger();

  private RunningPlugin(
      Manifest manifest, Plugin plugin, StartedContext context, List<Extension> extensions) {
    this.manifest = manifest;
    this.plugin = plugin;
    this.context = context;
    this.extensions = extensions;
  }

  /**
   * Opens and starts a plugin.
   *
   * @throws PluginException if it cannot, with one sentence; nothing of it is left behind
   * @throws SettingException if one of its settings is wrong
   */
  static RunningPlugin start(
      FoundPlugin found, PluginHost host, PluginConfig config, StartedContext.Services services) {
    Manifest manifest = found.requireSound();
    warn(found);
    Plugin plugin = found.open();
    ClassLoader loader = plugin.getClass().getClassLoader();
    StartedContext context = new StartedContext(manifest, host, config, services, loader);
    try {
      List<Extension> extensions = start(plugin, context, loader);
      check(manifest, extensions);
      config.checkPlugin(manifest.id());
      return new RunningPlugin(manifest, plugin, context, extensions);
    } catch (RuntimeException | LinkageError e) {
      close(manifest.id(), plugin, context, FAILED_START_LIMIT);
      throw e instanceof SettingException wrong ? wrong : startFailed(manifest.id(), e);
    }
  }

  private static void warn(FoundPlugin found) {
    found.warnings().forEach(text -> LOG.log(Level.WARNING, "Plugin " + found.id() + ": " + text));
  }

  private static List<Extension> start(Plugin plugin, StartedContext context, ClassLoader loader) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return List.copyOf(plugin.start(context));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static PluginException startFailed(String id, Throwable thrown) {
    boolean sentence = thrown instanceof PluginException || thrown instanceof StoreException;
    String why = sentence ? thrown.getMessage() : thrown.toString();
    return new PluginException("plugin " + id + " cannot start: " + why, thrown);
  }

  private static void check(Manifest manifest, List<Extension> extensions) {
    for (Extension extension : extensions) {
      if (Kinds.of(extension).isEmpty()) {
        LOG.log(
            Level.WARNING,
            "Plugin {0}: {1} is of no kind that this gateway knows and is not called",
            manifest.id(),
            extension.getClass().getName());
      }
    }
    for (String service : manifest.provides()) {
      if (extensions.stream().noneMatch(extension -> offers(extension, service))) {
        throw new PluginException(
            "its manifest lists " + service + " under provides, but it brings none");
      }
    }
  }

  private static boolean offers(Object extension, String service) {
    for (Class<?> type = extension.getClass(); type != null; type = type.getSuperclass()) {
      for (Class<?> face : type.getInterfaces()) {
        if (face.getSimpleName().equals(service)) {
          return true;
        }
      }
    }
    return false;
  }

  Manifest manifest() {
    return manifest;
  }

  List<Extension> extensions() {
    return extensions;
  }

  /** What it offers to others as this service. */
  <S> Optional<S> service(Class<S> type) {
    if (!manifest.provides().contains(type.getSimpleName())) {
      return Optional.empty();
    }
    return extensions.stream().filter(type::isInstance).map(type::cast).reduce((a, b) -> b);
  }

  /** One more set holds it. */
  void hold() {
    holders.incrementAndGet();
  }

  /**
   * One set fewer holds it; closes it after the last one.
   *
   * @param limit how long closing may take
   */
  void release(Duration limit) {
    if (holders.decrementAndGet() == 0) {
      close(manifest.id(), plugin, context, limit);
    }
  }

  /** Closes it, since the set that it was started for does not come to be. */
  void abandon() {
    close(manifest.id(), plugin, context, FAILED_START_LIMIT);
  }

  /** Closes on a thread of its own, so that a plugin that hangs keeps nobody else from closing. */
  private static void close(String id, Plugin plugin, StartedContext context, Duration limit) {
    ClassLoader loader = plugin.getClass().getClassLoader();
    Thread closing =
        Thread.ofVirtual().name("plugin-" + id + "-close").unstarted(() -> close(id, plugin));
    closing.setContextClassLoader(loader);
    closing.start();
    try {
      if (!closing.join(limit)) {
        LOG.log(
            Level.WARNING,
            "Plugin {0} has not closed after {1} ms and is left behind",
            id,
            limit.toMillis());
        closing.interrupt();
      }
    } catch (InterruptedException e) {
      closing.interrupt();
      Thread.currentThread().interrupt();
    }
    context.close();
    closeLoader(id, loader);
  }

  /** Closing must not throw, so what is thrown is told to the log and to nobody else. */
  private static void close(String id, Plugin plugin) {
    try {
      plugin.close();
    } catch (RuntimeException | LinkageError e) {
      LOG.log(Level.WARNING, "Plugin " + id + " failed to close", e);
    }
  }

  private static void closeLoader(String id, ClassLoader loader) {
    if (!(loader instanceof LoaderIsolation.OwnFirst own)) {
      return;
    }
    try {
      own.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "The jars of plugin " + id + " cannot be closed", e);
    }
  }

  @Override
  public String toString() {
    return manifest.id();
  }
}
