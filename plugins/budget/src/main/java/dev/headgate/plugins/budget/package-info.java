/** Budgets: turns what callers may spend into limits, and knows what to say when it is spent. */
package dev.headgate.plugins.budget;
