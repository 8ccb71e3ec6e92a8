/** Who calls, and what the gateway refuses before it reads a body. */
package dev.headgate.spi.auth;
