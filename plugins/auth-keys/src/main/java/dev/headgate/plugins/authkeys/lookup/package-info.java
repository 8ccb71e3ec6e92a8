/** Finds a virtual key in a few nanoseconds, and an unknown one without asking the store. */
package dev.headgate.plugins.authkeys.lookup;
