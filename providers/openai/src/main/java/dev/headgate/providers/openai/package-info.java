/** Calls upstreams that speak OpenAI's dialect. */
package dev.headgate.providers.openai;
