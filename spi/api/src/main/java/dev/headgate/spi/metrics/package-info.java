/** Counters, gauges and histograms: making them, and reading them all. */
package dev.headgate.spi.metrics;
