/** Plugins: finding them, checking them before a class is touched, starting, swapping, closing. */
package dev.headgate.kernel.plugin;
