/** Answers in process with canned replies, for demos and tests. */
package dev.headgate.providers.mock;
