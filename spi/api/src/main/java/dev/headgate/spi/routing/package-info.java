/** Deployments: where they come from, which one is picked, and how attempts end. */
package dev.headgate.spi.routing;
