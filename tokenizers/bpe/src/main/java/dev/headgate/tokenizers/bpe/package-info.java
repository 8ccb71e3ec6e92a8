/** The portable token counter: the reference that the faster ones must equal. */
package dev.headgate.tokenizers.bpe;
