/** The plugin: its settings, the address of its database, and its start. */
package dev.headgate.plugins.storesql;
