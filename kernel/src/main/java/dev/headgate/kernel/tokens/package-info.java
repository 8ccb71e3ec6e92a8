/** Counting the tokens of requests: which counter serves, what is counted, and where. */
package dev.headgate.kernel.tokens;
