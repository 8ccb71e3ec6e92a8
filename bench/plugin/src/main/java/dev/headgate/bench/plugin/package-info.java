/** Runs requests with a plugin, without it and with an empty one, and tells what it adds. */
package dev.headgate.bench.plugin;
