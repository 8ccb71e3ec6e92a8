/** Serves the gateway's meters in the Prometheus text format. */
package dev.headgate.plugins.metricsprometheus;
