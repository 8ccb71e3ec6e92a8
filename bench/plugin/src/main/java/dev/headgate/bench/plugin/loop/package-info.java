/** A client without a socket, which asks a gateway of its own process again and again. */
package dev.headgate.bench.plugin.loop;
