/** Scenario files: what is sent, how, and to whom. */
package dev.headgate.bench.load.scenario;
