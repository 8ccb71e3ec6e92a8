package dev.headgate.kernel.http;

/**
 * Bounds of the client's side.
 *
 * @param headBytes the most bytes in a request head
 * @param headerLines the most header lines
 * @param headNanos how long a head may take from its first byte to its last
 * @param bodyNanos how long a body may take
 * @param idleNanos how long a connection may wait for its next request
 * @param writeNanos how long one write may be blocked by a client that does not read
 * @param maxConnections the most connections at once
 */
public record ServerLimits(
    int headBytes,
    int headerLines,
    long headNanos,
    long bodyNanos,
    long idleNanos,
    long writeNanos,
    int maxConnections) {}
