/** What outlives a request: records, changes, secrets. */
package dev.headgate.spi.state;
