/** Upstreams: how a deployment is called, and how bytes travel to it and back. */
package dev.headgate.spi.provider;
