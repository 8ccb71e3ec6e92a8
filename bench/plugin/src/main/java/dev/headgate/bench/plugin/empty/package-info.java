/** Plugins that do nothing, one extension of each kind, made with the SPI alone. */
package dev.headgate.bench.plugin.empty;
