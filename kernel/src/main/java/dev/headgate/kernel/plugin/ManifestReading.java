package dev.headgate.kernel.plugin;

import dev.headgate.kernel.config.tree.Names;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.SpiVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a manifest and collects what is wrong with it, one sentence each. */
final class ManifestReading {
  private static final Pattern ID =
      Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?");
  private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m)");
  static final Set<String> KEYS =
      Set.of(
          "id",
          "version",
          "spi",
          "module",
          "kinds",
          "needs",
          "mutates",
          "services",
          "services.optional",
          "provides",
          "replaces",
          "settings",
          "grants",
          "fail",
          "timeout",
          "description");
  private static final Set<String> NEEDS =
      Set.of("headers", "envelope", "prompt", "frames", "usage");
  private static final Set<String> MUTATES = Set.of("prompt", "frames");

  private final Map<String, String> keys;
  private final List<String> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final @Nullable Manifest manifest;

  private ManifestReading(Map<String, String> keys) {
    this.keys = keys;
    this.manifest = read();
  }

  static ManifestReading of(Map<String, String> keys) {
    return new ManifestReading(keys);
  }

  /**
   * Reads the properties file.
   *
   * @throws IOException if it cannot be read
   */
  static ManifestReading of(InputStream file) throws IOException {
    Properties properties = new Properties();
    Map<String, String> keys = new TreeMap<>();
    try {
      properties.load(new InputStreamReader(file, StandardCharsets.UTF_8));
      properties.stringPropertyNames().forEach(key -> keys.put(key, properties.getProperty(key)));
    } catch (IllegalArgumentException e) {
      return broken("it is no properties file: " + e.getMessage());
    }
    return new ManifestReading(keys);
  }

  /** No manifest at all, for this reason. */
  static ManifestReading broken(String reason) {
    ManifestReading broken = new ManifestReading(Map.of());
    broken.problems.clear();
    broken.problems.add(reason);
    return broken;
  }

  /** What keeps the plugin from being loaded. */
  List<String> problems() {
    return problems;
  }

  /** What its author should look at. */
  List<String> warnings() {
    return warnings;
  }

  Optional<Manifest> manifest() {
    return Optional.ofNullable(manifest);
  }

  /**
   * The manifest.
   *
   * @param where where it was read, to begin the sentence
   * @throws PluginException with the first problem
   */
  Manifest orThrow(String where) {
    if (manifest == null) {
      throw new PluginException(where + ": " + problems.getFirst());
    }
    return manifest;
  }

  private @Nullable Manifest read() {
    for (String key : keys.keySet()) {
      if (!KEYS.contains(key)) {
        warnings.add("the key " + key + " is not known" + Names.didYouMean(key, KEYS));
      }
    }
    String id = required("id", "the name of its folder");
    if (!id.isEmpty() && !ID.matcher(id).matches()) {
      problems.add(
          "id is \"" + id + "\", but letters, digits and inner dashes are allowed, 64 at most");
    }
    String version = required("version", "the plugin's own version");
    SpiRange range = range(required("spi", "the SPI versions it works with, such as 1.0"));
    Set<String> grants = set("grants");
    for (String grant : grants) {
      if (!grant.equals(Manifest.NATIVE_ACCESS) && !grant.startsWith(Manifest.MODULE_GRANT)) {
        problems.add(
            "grants has \"" + grant + "\", but native-access and module:<name> are what there is");
      }
    }
    Manifest read =
        new Manifest(
            id,
            version,
            range == null ? SpiRange.parse(SpiVersion.current()) : range,
            text("module"),
            known("kinds", Kinds.NAMES),
            known("needs", NEEDS),
            known("mutates", MUTATES),
            List.copyOf(set("services")),
            List.copyOf(set("services.optional")),
            set("provides"),
            set("replaces"),
            set("settings"),
            grants,
            failsOpen(),
            timeout(),
            text("description").orElse(""));
    return problems.isEmpty() ? read : null;
  }

  private Optional<String> text(String key) {
    return Optional.ofNullable(keys.get(key)).map(String::strip).filter(text -> !text.isEmpty());
  }

  private String required(String key, String meaning) {
    Optional<String> value = text(key);
    if (value.isEmpty()) {
      problems.add(key + " is missing: " + meaning);
    }
    return value.orElse("");
  }

  private @Nullable SpiRange range(String text) {
    if (text.isEmpty()) {
      return null;
    }
    try {
      SpiRange range = SpiRange.parse(text);
      if (!range.holdsThisGateway()) {
        problems.add(
            "it works with SPI "
                + range
                + ", but this gateway has SPI "
                + SpiVersion.current()
                + ": take another version of the plugin or of the gateway");
      }
      return range;
    } catch (IllegalArgumentException e) {
      problems.add(String.valueOf(e.getMessage()));
      return null;
    }
  }

  private Set<String> set(String key) {
    Set<String> words = new LinkedHashSet<>();
    text(key).stream()
        .flatMap(list -> Arrays.stream(list.split(",")))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .forEach(words::add);
    return words;
  }

  private Set<String> known(String key, Set<String> names) {
    Set<String> words = set(key);
    for (String word : words) {
      if (!names.contains(word)) {
        warnings.add(
            key
                + " has \""
                + word
                + "\", which this gateway does not know"
                + Names.didYouMean(word, names));
      }
    }
    return words;
  }

  private Optional<Boolean> failsOpen() {
    Optional<String> fail = text("fail");
    if (fail.isPresent() && !Set.of("open", "closed").contains(fail.get())) {
      problems.add("fail is \"" + fail.get() + "\", but open or closed is allowed");
    }
    return fail.map("open"::equals);
  }

  private Optional<Duration> timeout() {
    Optional<String> text = text("timeout");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Matcher time = TIME.matcher(text.get());
    if (!time.matches()) {
      problems.add("timeout is \"" + text.get() + "\", but a time such as 250ms or 2s is allowed");
      return Optional.empty();
    }
    long amount = Long.parseLong(time.group(1));
    return Optional.of(
        switch (time.group(2)) {
          case "ms" -> Duration.ofMillis(amount);
          case "s" -> Duration.ofSeconds(amount);
          default -> Duration.ofMinutes(amount);
        });
  }
}
