/** The log of changes: reading it, and being told that there is something to read. */
package dev.headgate.plugins.storesql.changes;
