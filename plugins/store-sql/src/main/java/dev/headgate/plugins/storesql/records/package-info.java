/** Records in tables: what the store offers, told in SQL. */
package dev.headgate.plugins.storesql.records;
