/** What load goes to: how it is started, pinned, and watched from outside. */
package dev.headgate.bench.load.targets;
