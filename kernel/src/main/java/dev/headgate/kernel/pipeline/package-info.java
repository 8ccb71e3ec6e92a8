/** The stages that a request goes through, one class each, and what is carried through them. */
package dev.headgate.kernel.pipeline;
