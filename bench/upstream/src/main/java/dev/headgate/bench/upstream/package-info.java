/** A deterministic fake provider, for tests and measurements. */
package dev.headgate.bench.upstream;
