/** The counters of limits, exact within one gateway, in its memory. */
package dev.headgate.plugins.ledgermemory;
