/** The meters of the gateway and of its plugins: counting them cheaply, and reading them all. */
package dev.headgate.kernel.metrics;
