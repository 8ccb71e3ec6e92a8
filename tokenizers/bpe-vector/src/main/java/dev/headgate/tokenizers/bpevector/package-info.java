/** The token counter that finds the pieces of a text with vectors of 64 bytes. */
package dev.headgate.tokenizers.bpevector;
