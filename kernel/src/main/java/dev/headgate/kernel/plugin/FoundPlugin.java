package dev.headgate.kernel.plugin;

import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.PluginManifest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A plugin that was found and looked at, and of which no class has been loaded yet: ready to be
 * opened, or with the sentences that say why it cannot be.
 */
public final class FoundPlugin {
  private final String id;
  private final @Nullable Manifest manifest;
  private final String origin;
  private final String layer;
  private final List<String> problems;
  private final List<String> warnings;
  private final Supplier<? extends Plugin> opener;

  FoundPlugin(
      String id,
      @Nullable Manifest manifest,
      String origin,
      String layer,
      List<String> problems,
      List<String> warnings,
      Supplier<? extends Plugin> opener) {
    this.id = id;
    this.manifest = manifest;
    this.origin = origin;
    this.layer = layer;
    this.problems = List.copyOf(problems);
    this.warnings = List.copyOf(warnings);
    this.opener = opener;
  }

  /**
   * A plugin that the caller makes itself.
   *
   * @param manifest what it says of itself
   * @param maker makes an instance for each start
   */
  public static FoundPlugin given(Manifest manifest, Supplier<? extends Plugin> maker) {
    return new FoundPlugin(
        manifest.id(), manifest, "given by the program", "caller", List.of(), List.of(), maker);
  }

  /**
   * A plugin that the caller makes itself, with the manifest that lies beside its class.
   *
   * @param type the plugin's class
   * @param maker makes an instance for each start
   * @throws PluginException if there is no manifest, or it is wrong
   */
  public static FoundPlugin given(Class<? extends Plugin> type, Supplier<? extends Plugin> maker) {
    return given(manifestBeside(type).orThrow("the manifest of " + type.getName()), maker);
  }

  static ManifestReading manifestBeside(Class<?> type) {
    try (InputStream file = openBeside(type)) {
      if (file == null) {
        throw new PluginException(type.getName() + " has no " + PluginManifest.RESOURCE);
      }
      return ManifestReading.of(file);
    } catch (IOException e) {
      throw new PluginException("the manifest of " + type.getName() + " cannot be read: " + e, e);
    }
  }

  /** On the class path many jars have a manifest, so it is looked up in the class's own. */
  private static @Nullable InputStream openBeside(Class<?> type) throws IOException {
    if (type.getModule().isNamed()) {
      return type.getModule().getResourceAsStream(PluginManifest.RESOURCE);
    }
    String home = type.getProtectionDomain().getCodeSource().getLocation().toString();
    for (URL url : Collections.list(type.getClassLoader().getResources(PluginManifest.RESOURCE))) {
      if (url.toString().contains(home)) {
        return url.openStream();
      }
    }
    return null;
  }

  /** The plugin's id; the name of its folder when its manifest cannot be read. */
  public String id() {
    return id;
  }

  /** What it says of itself; empty when that cannot be read. */
  public Optional<Manifest> manifest() {
    return Optional.ofNullable(manifest);
  }

  /** The jar or folder that it was found in. */
  public String origin() {
    return origin;
  }

  /** What keeps its classes apart. */
  public String layer() {
    return layer;
  }

  /** Why it cannot be opened, one sentence each; empty when it can. */
  public List<String> problems() {
    return problems;
  }

  /** What its author should look at, one sentence each. */
  public List<String> warnings() {
    return warnings;
  }

  /** Whether its manifest says that it offers this service. */
  boolean provides(String service) {
    return manifest != null && manifest.provides().contains(service);
  }

  /**
   * The manifest of a plugin that can be opened.
   *
   * @throws PluginException if it cannot, with one sentence
   */
  Manifest requireSound() {
    if (manifest == null || !problems.isEmpty()) {
      throw new PluginException("plugin " + id + " cannot be loaded: " + problems.getFirst());
    }
    return manifest;
  }

  /**
   * Loads the plugin's classes and makes an instance.
   *
   * @throws PluginException if it cannot be loaded, with one sentence
   */
  Plugin open() {
    requireSound();
    try {
      return opener.get();
    } catch (PluginException e) {
      throw new PluginException("plugin " + id + " cannot be loaded: " + e.getMessage(), e);
    } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
      throw new PluginException("plugin " + id + " cannot be loaded: " + Causes.root(e), e);
    }
  }

  @Override
  public String toString() {
    return id;
  }
}
