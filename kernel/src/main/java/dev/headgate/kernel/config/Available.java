package dev.headgate.kernel.config;

import java.util.Set;

/**
 * What the installed and loaded plugins offer, to check a configuration against.
 *
 * @param plugins ids of the installed plugins, chosen or not
 * @param prefixes the prefixes of the providers that are loaded
 * @param strategies ids of the routing strategies, {@code simple-shuffle} included
 * @param callbacks names that {@code callbacks} may list
 * @param transports ids of the transports, {@code pool} included
 */
public record Available(
    Set<String> plugins,
    Set<String> prefixes,
    Set<String> strategies,
    Set<String> callbacks,
    Set<String> transports) {}
