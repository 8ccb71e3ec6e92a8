/** Keys, teams, users and what else there is, as JSON records in the store. */
package dev.headgate.plugins.authkeys.records;
