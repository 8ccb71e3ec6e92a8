/** Connections to a database: their pool, deadlines, steps, and what differs between databases. */
package dev.headgate.plugins.storesql.db;
