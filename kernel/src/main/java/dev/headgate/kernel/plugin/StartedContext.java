package dev.headgate.kernel.plugin;

import dev.headgate.kernel.metrics.PluginMeters;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.Settings;
import dev.headgate.spi.metrics.Meters;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/** What one plugin is given. */
final class StartedContext implements PluginContext {
  private final Manifest manifest;
  private final PluginHost host;
  private final PluginConfig config;
  private final Services services;
  private final PluginTasks tasks;
  private final PluginMeters meters;

  StartedContext(
      Manifest manifest,
      PluginHost host,
      PluginConfig config,
      Services services,
      ClassLoader loader) {
    this.manifest = manifest;
    this.host = host;
    this.config = config;
    this.services = services;
    this.meters = host.meters().forPlugin();
    String id = manifest.id();
    this.tasks =
        new PluginTasks(
            id,
            loader,
            host.hooks().meter(id, "task", "executor"),
            host.hooks().meter(id, "task", "every"));
  }

  /** Finds what plugins and the kernel offer to each other. */
  interface Services {
    <S> Optional<S> find(Class<S> type);
  }

  @Override
  public String pluginId() {
    return manifest.id();
  }

  @Override
  public Settings settings() {
    return config.plugin(manifest.id());
  }

  @Override
  public Settings section(String name) {
    return config.section(name);
  }

  @Override
  public Optional<String> environment(String name) {
    return config.environment(name);
  }

  @Override
  public GatewayClock clock() {
    return host.clock();
  }

  @Override
  public Meters metrics() {
    return meters;
  }

  @Override
  public Executor executor() {
    return tasks;
  }

  @Override
  public AutoCloseable every(Duration pause, Runnable task) {
    return tasks.every(pause, task);
  }

  @Override
  public <S> Optional<S> service(Class<S> type) {
    String name = type.getSimpleName();
    if (!manifest.asksFor(name)) {
      throw new PluginException(
          "plugin "
              + manifest.id()
              + " asks for the service "
              + name
              + ", which its manifest lists neither under services nor under services.optional");
    }
    Optional<S> service = services.find(type);
    if (service.isEmpty() && manifest.services().contains(name)) {
      throw new PluginException(
          "plugin " + manifest.id() + " needs the service " + name + ", which nobody offers");
    }
    return service;
  }

  @Override
  public Path dataDirectory() {
    Path folder = host.data().resolve("plugins").resolve(manifest.id());
    try {
      Files.createDirectories(folder);
      if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      }
      return folder;
    } catch (IOException e) {
      throw new PluginException(
          "the folder " + folder + " of plugin " + manifest.id() + " cannot be made: " + e, e);
    }
  }

  /** Ends the plugin's tasks and forgets its gauges. */
  void close() {
    tasks.close();
    meters.close();
  }
}
