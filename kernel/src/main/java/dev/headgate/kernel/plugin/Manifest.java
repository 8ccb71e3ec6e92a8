package dev.headgate.kernel.plugin;

import dev.headgate.spi.PluginException;
import dev.headgate.spi.PluginManifest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a plugin says of itself. Made by {@link ManifestReading}, which knows the rules.
 *
 * @param id the plugin's id
 * @param version the plugin's own version
 * @param spi the SPI versions that it works with
 * @param module the module that provides it; empty when it is the one of the manifest's jar
 * @param kinds what it brings
 * @param needs what of an exchange it looks at
 * @param mutates what of an exchange it changes
 * @param services what it cannot do without
 * @param optionalServices what it would use
 * @param provides the services that its extensions offer
 * @param replaces the ids of plugins whose place it takes
 * @param settings the keys of LiteLLM's sections that it honours, such as {@code
 *     general_settings.database_url}
 * @param grants what it needs of the JVM
 * @param failsOpen what a failed call means; empty when it is for the kind to say
 * @param timeout how long one call of a gate may take
 * @param description one sentence, or empty
 */
public record Manifest(
    String id,
    String version,
    SpiRange spi,
    Optional<String> module,
    Set<String> kinds,
    Set<String> needs,
    Set<String> mutates,
    List<String> services,
    List<String> optionalServices,
    Set<String> provides,
    Set<String> replaces,
    Set<String> settings,
    Set<String> grants,
    Optional<Boolean> failsOpen,
    Optional<Duration> timeout,
    String description)
    implements PluginManifest {
  static final String NATIVE_ACCESS = "native-access";
  static final String MODULE_GRANT = "module:";

  /**
   * The manifest with these keys, for a plugin that lies in no jar.
   *
   * @param keys as in the file
   * @throws PluginException if something is wrong, with one sentence
   */
  public static Manifest of(Map<String, String> keys) {
    return ManifestReading.of(keys).orThrow("the manifest of a plugin");
  }

  @Override
  public String spiRange() {
    return spi.written();
  }

  /** Whether it may ask its context for this service. */
  boolean asksFor(String service) {
    return services.contains(service) || optionalServices.contains(service);
  }

  /** The JDK modules that it wants beside those that every runtime has. */
  List<String> grantedModules() {
    return grants.stream()
        .filter(grant -> grant.startsWith(MODULE_GRANT))
        .map(grant -> grant.substring(MODULE_GRANT.length()))
        .sorted()
        .toList();
  }

  boolean wantsNativeAccess() {
    return grants.contains(NATIVE_ACCESS);
  }
}
