package dev.headgate.kernel.plugin;

import dev.headgate.kernel.metrics.HookMeter;
import dev.headgate.spi.Extension;
import java.time.Duration;
import java.util.Optional;

/**
 * One extension in its place: what a stage calls, what it may do, and where the call is booked.
 *
 * @param <E> its kind
 */
public final class Hook<E extends Extension> {
  private final E extension;
  private final Class<E> kind;
  private final String name;
  private final Manifest manifest;
  private final HookMeter meter;
  private final boolean mayEditPrompt;
  private final boolean mayEditFrames;
  private final boolean failsOpen;

  Hook(Class<E> kind, E extension, String name, Manifest manifest, HookMeter meter) {
    this.extension = extension;
    this.kind = kind;
    this.name = name;
    this.manifest = manifest;
    this.meter = meter;
    this.mayEditPrompt = manifest.mutates().contains("prompt");
    this.mayEditFrames = manifest.mutates().contains("frames");
    this.failsOpen = manifest.failsOpen().orElse(Kinds.failsOpen(kind));
  }

  /** What to call. */
  public E extension() {
    return extension;
  }

  /** The kind as which it is called. */
  public Class<E> kind() {
    return kind;
  }

  /** The extension's name, unique within its plugin and kind. */
  public String name() {
    return name;
  }

  /** The id of its plugin. */
  public String plugin() {
    return manifest.id();
  }

  /** What its plugin says of itself. */
  public Manifest manifest() {
    return manifest;
  }

  /** Where its calls are booked. */
  public HookMeter meter() {
    return meter;
  }

  /** Whether its plugin declared that it changes prompts; an edit by any other is refused. */
  public boolean mayEditPrompt() {
    return mayEditPrompt;
  }

  /** Whether its plugin declared that it changes answers; any other only looks at copies. */
  public boolean mayEditFrames() {
    return mayEditFrames;
  }

  /** Whether a request goes on when this call fails or is cut off. */
  public boolean failsOpen() {
    return failsOpen;
  }

  /** When a call is cut off. */
  public Optional<Duration> timeout() {
    return manifest.timeout();
  }

  @Override
  public String toString() {
    return manifest.id() + " (" + kind.getSimpleName() + " " + name + ")";
  }
}
