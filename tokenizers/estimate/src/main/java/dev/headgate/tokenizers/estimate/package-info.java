/** Estimates tokens of models whose tokenizers are not public. */
package dev.headgate.tokenizers.estimate;
