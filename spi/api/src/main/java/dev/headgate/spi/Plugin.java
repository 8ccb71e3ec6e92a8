package dev.headgate.spi;

import java.util.List;

/**
 * The one entry into a plugin. A plugin's module says {@code provides dev.headgate.spi.Plugin with
 * …} and carries a manifest, {@code META-INF/headgate/plugin.properties}, which the kernel reads
 * before it loads a class (see {@link PluginManifest} for its keys).
 *
 * <p>Life cycle: constructed once by the service loader (the constructor does nothing that can
 * fail), {@link #start} once, then its extensions are called by many threads at once, then {@link
 * #close} once after its last exchange has ended. A reload makes a new instance; it starts before
 * the old one closes.
 */
@Preview
public interface Plugin extends AutoCloseable {

  /**
   * Starts the plugin and hands over its extensions, all in one call. Called once, on the start-up
   * thread, in the order in which plugins depend on each other's services; it may block, and its
   * time counts towards the start of the gateway.
   *
   * @param context what the gateway offers; valid until {@link #close} returns
   * @return the extensions, in the order in which the kernel shall call those of the same kind; may
   *     be empty
   * @throws SettingException if a setting is wrong; the start of the gateway stops with its text
   * @throws PluginException if the plugin cannot work here, with one sentence that says why
   */
  List<Extension> start(PluginContext context);

  /**
   * Gives everything back: threads, files, sockets. Called once, also after a failed start; must
   * not throw. What an extension still has to deliver (a queue of events) is delivered here, within
   * the time that {@code headgate.server.drain} leaves.
   */
  @Override
  default void close() {}
}
