/** Requests by their heads, and routes that plugins serve themselves. */
package dev.headgate.spi.http;
