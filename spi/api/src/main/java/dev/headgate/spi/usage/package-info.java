/** What a request used and cost, and who is told. */
package dev.headgate.spi.usage;
