package dev.headgate.kernel.answer;

import dev.headgate.spi.usage.Usage;

/** Usage as a provider gave it, in the normal form. */
record TokenUsage(
    long inputTokens,
    long outputTokens,
    long cacheReadTokens,
    long cacheWriteTokens,
    long reasoningTokens,
    long audioInputTokens,
    long audioOutputTokens)
    implements Usage {}
