/**
 * The contract between Headgate's kernel and its plugins.
 *
 * <p>A plugin requires this module and its own libraries, never the kernel and never another
 * plugin. This module requires {@code java.base} alone, so that no library of ours can clash with a
 * library of a plugin.
 */
module dev.headgate.spi {
  exports dev.headgate.spi;
  exports dev.headgate.spi.admission;
  exports dev.headgate.spi.auth;
  exports dev.headgate.spi.cache;
  exports dev.headgate.spi.guard;
  exports dev.headgate.spi.http;
  exports dev.headgate.spi.metrics;
  exports dev.headgate.spi.provider;
  exports dev.headgate.spi.request;
  exports dev.headgate.spi.routing;
  exports dev.headgate.spi.state;
  exports dev.headgate.spi.usage;
}
