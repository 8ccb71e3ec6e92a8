package dev.headgate.spi;

import dev.headgate.spi.metrics.Meters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * What the gateway offers to one plugin. Safe for use by many threads; valid from {@link
 * Plugin#start} until {@link Plugin#close} returns.
 */
@Preview
public interface PluginContext {

  /** The plugin's id, as its manifest states it. */
  String pluginId();

  /**
   * The plugin's own settings, {@code headgate.plugin.<id>} of the configuration file. A key that
   * was never asked for by the end of {@link Plugin#start} stops the start as unknown, so ask for
   * all of them.
   */
  Settings settings();

  /**
   * A section of the LiteLLM part of the configuration file, such as {@code general_settings}. Keys
   * that are read here count as honoured.
   *
   * @param name the name of a top-level key
   * @return the section; empty, not absent, where the file lacks it
   */
  Settings section(String name);

  /**
   * An environment variable, as the gateway sees it (tests set their own).
   *
   * @param name the variable
   * @return its value, absent when unset
   */
  Optional<String> environment(String name);

  /** The clock of the gateway; plugins use no other, so that tests can set it. */
  GatewayClock clock();

  /** Where this plugin's counters, gauges and histograms are made. */
  Meters metrics();

  /**
   * Runs tasks in the background, a virtual thread each. Tasks that are still running when the
   * plugin closes are interrupted after {@link Plugin#close} has returned.
   */
  Executor executor();

  /**
   * Runs a task again and again in the background, the next one {@code pause} after the last ended.
   * A task that throws is logged, counted and run again.
   *
   * @param pause from the end of one run to the start of the next
   * @param task what to run
   * @return ends the repetition when closed; closing does not interrupt a run
   */
  AutoCloseable every(Duration pause, Runnable task);

  /**
   * A service that another plugin or the kernel offers: {@code MeterReader}, {@code ModelCatalog}
   * and {@code TokenCounters} of the kernel, {@code RecordStore}, {@code ChangeFeed}, {@code
   * LimitLedger}, {@code PriceBook} of plugins that declare that they provide them. The manifest
   * lists it under {@code services} (needed: the gateway does not start without it) or {@code
   * services.optional}.
   *
   * @param type the interface of this SPI
   * @return the service; absent only for an optional one
   * @throws PluginException if the manifest does not list the service
   */
  <S> Optional<S> service(Class<S> type);

  /**
   * A folder that belongs to this plugin alone, for what must outlive a restart. Made on the first
   * call.
   *
   * @return an existing folder, readable by the gateway's user only
   */
  Path dataDirectory();
}
