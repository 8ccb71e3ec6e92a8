/** The management routes, in LiteLLM's shapes. */
package dev.headgate.plugins.authkeys.routes;
