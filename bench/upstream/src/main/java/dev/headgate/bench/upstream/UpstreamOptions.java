package dev.headgate.bench.upstream;

/**
 * How the fake provider behaves where no script says otherwise. Immutable; start from {@link
 * #defaults} and change what is to differ.
 *
 * @param host the address to listen on
 * @param port the port to listen on, 0 for any free one
 * @param delayMillis time before an answer begins, milliseconds
 * @param chunks content pieces of a streamed answer
 * @param gapMillis time between two content pieces, milliseconds
 * @param bodyBytes least size of the text of a plain answer, bytes; shorter texts are filled up
 * @param embeddingSize numbers in an embedding where the request has no {@code dimensions}
 * @param requireAuth whether a request without a credential is refused
 * @param recording whether requests and times are kept for a test to look at
 */
public record UpstreamOptions(
    String host,
    int port,
    int delayMillis,
    int chunks,
    int gapMillis,
    int bodyBytes,
    int embeddingSize,
    boolean requireAuth,
    boolean recording) {

  private static final UpstreamOptions DEFAULTS =
      new UpstreamOptions("127.0.0.1", 0, 0, 11, 0, 0, 400, false, true);

  public UpstreamOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port is not between 0 and 65535: " + port);
    }
    requireNotNegative("delay", delayMillis);
    requireNotNegative("chunks", chunks);
    requireNotNegative("gap", gapMillis);
    requireNotNegative("body bytes", bodyBytes);
    requireNotNegative("embedding size", embeddingSize);
  }

  private static void requireNotNegative(String what, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(what + " is negative: " + value);
    }
  }

  /** Any free port of 127.0.0.1, 11 content pieces, no delays, recording. */
  public static UpstreamOptions defaults() {
    return DEFAULTS;
  }

  public UpstreamOptions withHost(String newHost) {
    return new UpstreamOptions(
        newHost,
        port,
        delayMillis,
        chunks,
        gapMillis,
        bodyBytes,
        embeddingSize,
        requireAuth,
        recording);
  }

  public UpstreamOptions withPort(int newPort) {
    return new UpstreamOptions(
        host,
        newPort,
        delayMillis,
        chunks,
        gapMillis,
        bodyBytes,
        embeddingSize,
        requireAuth,
        recording);
  }

  public UpstreamOptions withDelayMillis(int newDelay) {
    return new UpstreamOptions(
        host, port, newDelay, chunks, gapMillis, bodyBytes, embeddingSize, requireAuth, recording);
  }

  public UpstreamOptions withChunks(int newChunks) {
    return new UpstreamOptions(
        host,
        port,
        delayMillis,
        newChunks,
        gapMillis,
        bodyBytes,
        embeddingSize,
        requireAuth,
        recording);
  }

  public UpstreamOptions withGapMillis(int newGap) {
    return new UpstreamOptions(
        host, port, delayMillis, chunks, newGap, bodyBytes, embeddingSize, requireAuth, recording);
  }

  public UpstreamOptions withBodyBytes(int newBytes) {
    return new UpstreamOptions(
        host,
        port,
        delayMillis,
        chunks,
        gapMillis,
        newBytes,
        embeddingSize,
        requireAuth,
        recording);
  }

  public UpstreamOptions withEmbeddingSize(int newSize) {
    return new UpstreamOptions(
        host, port, delayMillis, chunks, gapMillis, bodyBytes, newSize, requireAuth, recording);
  }

  public UpstreamOptions withRequiredAuth() {
    return new UpstreamOptions(
        host, port, delayMillis, chunks, gapMillis, bodyBytes, embeddingSize, true, recording);
  }

  public UpstreamOptions withoutRecording() {
    return new UpstreamOptions(
        host, port, delayMillis, chunks, gapMillis, bodyBytes, embeddingSize, requireAuth, false);
  }
}
