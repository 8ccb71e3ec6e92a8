/** A store in memory for tests of plugins, and the contract that every real store is held to. */
package dev.headgate.testkit.state;
