/**
 * Connections: sockets, TLS and the watch over deadlines, for the client's and the upstream leg.
 */
package dev.headgate.kernel.net;
