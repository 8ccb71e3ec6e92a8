/** What sends requests in a pattern, and times and checks every answer. */
package dev.headgate.bench.load.drive;
