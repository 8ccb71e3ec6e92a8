package dev.headgate.kernel.routing;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.Provider;

/**
 * What a deployment calls.
 *
 * @param endpoint the deployment as its provider opened it
 * @param hook the provider, on which calls are booked
 */
public record Callee(Endpoint endpoint, Hook<Provider> hook) {}
