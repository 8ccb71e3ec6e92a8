/** Tells callers by virtual keys and by the master key. */
package dev.headgate.plugins.authkeys;
