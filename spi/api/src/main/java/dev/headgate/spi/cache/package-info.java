/** Answers kept for requests that come again. */
package dev.headgate.spi.cache;
