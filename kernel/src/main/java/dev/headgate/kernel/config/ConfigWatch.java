package dev.headgate.kernel.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells when configuration files have changed. It looks at them once a second instead of asking the
 * system for events: those miss the swap of a symbolic link, which is how Kubernetes changes a
 * mounted file, and do not exist on network file systems. A change counts once it has stayed the
 * same from one look to the next, so that a half-written file is not read, and only if the content
 * differs.
 */
public final class ConfigWatch implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ConfigWatch.class.getName());
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Runnable changed;
  private final ReentrantLock lock = new ReentrantLock();
  private Map<Path, Stamp> settled = Map.of();
  private Map<Path, String> contents = Map.of();
  private Map<Path, Stamp> lastLook = Map.of();
  private volatile boolean closed;

  /** What tells versions of a file apart without reading it. */
  private record Stamp(long modifiedMillis, long size, String key) {}

  ConfigWatch(List<Path> files, Runnable changed) {
    this.changed = changed;
    watch(files);
  }

  /**
   * Watches files on a thread of its own until closed.
   *
   * @param files what to look at
   * @param changed called on that thread after each change
   */
  public static ConfigWatch start(List<Path> files, Runnable changed) {
    ConfigWatch watch = new ConfigWatch(files, changed);
    Thread.ofVirtual().name("config-watch").start(watch::run);
    return watch;
  }

  /**
   * Watches other files from now on. What is known of a file that stays is kept, so that a change
   * during a reload is not missed.
   *
   * @param files what to look at
   */
  public void watch(List<Path> files) {
    lock.lock();
    try {
      Map<Path, Stamp> stamps = new LinkedHashMap<>();
      Map<Path, String> digests = new LinkedHashMap<>();
      for (Path file : files) {
        Stamp known = settled.get(file);
        String content = contents.get(file);
        stamps.put(file, known != null ? known : stamp(file).orElse(new Stamp(0, 0, "")));
        digests.put(file, content != null ? content : digest(file));
      }
      settled = stamps;
      contents = digests;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    while (!closed) {
      try {
        Thread.sleep(PAUSE);
        look();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.ERROR, "looking at the configuration files failed", e);
      }
    }
  }

  /** Looks at the files once. */
  void look() {
    if (!closed && hasChanged()) {
      changed.run();
    }
  }

  private boolean hasChanged() {
    lock.lock();
    try {
      Map<Path, Stamp> now = new LinkedHashMap<>();
      for (Path file : settled.keySet()) {
        Optional<Stamp> stamp = stamp(file);
        if (stamp.isEmpty()) {
          // A file that is being replaced may be gone for a moment.
          return false;
        }
        now.put(file, stamp.get());
      }
      boolean steady = now.equals(lastLook);
      lastLook = now;
      if (now.equals(settled) || !steady) {
        return false;
      }
      Map<Path, String> digests = new LinkedHashMap<>();
      now.keySet().forEach(file -> digests.put(file, digest(file)));
      boolean differs = !digests.equals(contents);
      settled = now;
      contents = digests;
      return differs;
    } finally {
      lock.unlock();
    }
  }

  private static Optional<Stamp> stamp(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(
          new Stamp(
              attributes.lastModifiedTime().toMillis(),
              attributes.size(),
              String.valueOf(attributes.fileKey())));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String digest(Path file) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      return "unreadable";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Ends the watch; a call that is under way ends by itself. */
  @Override
  public void close() {
    closed = true;
  }
}
