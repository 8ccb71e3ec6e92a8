/** Calls upstreams that speak Anthropic's dialect. */
package dev.headgate.providers.anthropic;
