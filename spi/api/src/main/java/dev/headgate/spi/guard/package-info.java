/** Policies on prompts, and changes of streamed answers. */
package dev.headgate.spi.guard;
