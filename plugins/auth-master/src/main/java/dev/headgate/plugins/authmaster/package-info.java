/** Authenticates callers by the one static master key. */
package dev.headgate.plugins.authmaster;
