package dev.headgate.spi.usage;

/** Numbers as given. */
record PlainUsage(
    long inputTokens,
    long outputTokens,
    long cacheReadTokens,
    long cacheWriteTokens,
    long reasoningTokens,
    boolean estimated)
    implements Usage {}
