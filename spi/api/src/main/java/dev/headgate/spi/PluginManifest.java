package dev.headgate.spi;

import java.util.List;
import java.util.Set;

/**
 * What a plugin says of itself in {@code META-INF/headgate/plugin.properties} of its jar, before
 * any of its classes is loaded. Lists are separated by commas.
 *
 * <table>
 * <caption>Keys</caption>
 * <tr><td>{@code id}</td><td>required; letters, digits, dashes; the name of its folder</td></tr>
 * <tr><td>{@code version}</td><td>required; the plugin's own</td></tr>
 * <tr><td>{@code spi}</td><td>required; the range of SPI versions that it works with, {@code 1.0}
 * (this minor version or a later one of the same major) or {@code [1.0,1.4)}</td></tr>
 * <tr><td>{@code module}</td><td>the JPMS module that provides the plugin; default: the jar's</td></tr>
 * <tr><td>{@code kinds}</td><td>the extension kinds that it brings, by simple interface name</td></tr>
 * <tr><td>{@code needs}</td><td>what of an exchange it looks at: {@code headers}, {@code envelope},
 * {@code prompt}, {@code frames}, {@code usage}. What is not needed is not decoded.</td></tr>
 * <tr><td>{@code mutates}</td><td>{@code prompt}, {@code frames}, or nothing</td></tr>
 * <tr><td>{@code services}, {@code services.optional}</td><td>SPI services that it asks its context for</td></tr>
 * <tr><td>{@code provides}</td><td>SPI services that its extensions offer to other plugins</td></tr>
 * <tr><td>{@code replaces}</td><td>the ids of plugins whose place it takes: where both are on, the
 * other one does not start when every service that this one needs is offered, and this one does not
 * start when one is missing</td></tr>
 * <tr><td>{@code settings}</td><td>the keys of LiteLLM's sections that it honours, such as {@code
 * general_settings.database_url}; {@code headgate check} goes by them where it does not start the
 * plugin</td></tr>
 * <tr><td>{@code grants}</td><td>{@code native-access}; {@code module:<name>} for a JDK module that
 * must be added</td></tr>
 * <tr><td>{@code fail}</td><td>{@code closed} or {@code open}: what an exception or a time-out of a
 * hook means; default closed for gates, open for observers</td></tr>
 * <tr><td>{@code timeout}</td><td>how long one call of a gate may take, such as {@code 250ms}</td></tr>
 * <tr><td>{@code description}</td><td>one sentence for people</td></tr>
 * </table>
 */
@Preview
public interface PluginManifest {

  /** The place of the manifest in a jar. */
  String RESOURCE = "META-INF/headgate/plugin.properties";

  /** The plugin's id. */
  String id();

  /** The plugin's own version. */
  String version();

  /** The range of SPI versions, as written. */
  String spiRange();

  /** The extension kinds, by simple interface name. */
  Set<String> kinds();

  /** What of an exchange the plugin looks at. */
  Set<String> needs();

  /** What of an exchange the plugin changes. */
  Set<String> mutates();

  /** The services that the plugin cannot do without. */
  List<String> services();

  /** The grants that the plugin needs from the JVM. */
  Set<String> grants();

  /** One sentence for people; empty when the manifest has none. */
  String description();
}
