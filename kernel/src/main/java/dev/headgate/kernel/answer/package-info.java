/** Answers as bytes: the model's name, usage, and the events of a stream, read on the way. */
package dev.headgate.kernel.answer;
