/** The upstream leg: a pool of keep-alive connections that speaks HTTP/1.1. */
package dev.headgate.kernel.transport;
