package dev.headgate.bench.upstream.fake;

/**
 * How the fake provider behaves.
 *
 * @param delayMillis time before an answer begins, milliseconds
 * @param chunks content pieces of a streamed answer
 * @param gapMillis time between two content pieces, milliseconds
 * @param bodyBytes least size of the text of a plain answer, bytes
 * @param embeddingSize numbers in an embedding where the request does not say
 * @param requireAuth whether a request without a credential is refused
 */
public record FakeSettings(
    int delayMillis,
    int chunks,
    int gapMillis,
    int bodyBytes,
    int embeddingSize,
    boolean requireAuth) {}
