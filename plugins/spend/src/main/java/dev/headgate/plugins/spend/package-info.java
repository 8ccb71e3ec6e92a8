/** What calls cost, the journal of what was spent, and reports of it. */
package dev.headgate.plugins.spend;
