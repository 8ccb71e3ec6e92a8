package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.answer.AnswerTap;
import dev.headgate.kernel.envelope.EnvelopeScanner;
import dev.headgate.kernel.envelope.ScannedEnvelope;
import dev.headgate.kernel.envelope.SplicedBody;
import dev.headgate.kernel.http.ClientSide;
import dev.headgate.spi.Dialect;

/**
 * What a request is worked on with. It stays with the connection from one request to the next, so
 * that a request makes none of it anew; {@link #clear} is between them. Whatever outlives an
 * exchange takes copies.
 */
final class Desk {
  private final int depth;
  final EnvelopeScanner scanner;
  final ScannedEnvelope envelope = new ScannedEnvelope();
  final SplicedBody body = new SplicedBody(envelope);

  /** The body of the present attempt. */
  final SplicedBody attempt = new SplicedBody(envelope);

  final AnswerTap tap = new AnswerTap(Dialect.OPENAI);

  private Desk(int depth) {
    this.depth = depth;
    this.scanner = new EnvelopeScanner(depth);
  }

  /**
   * The desk of a connection.
   *
   * @param client one of its requests
   * @param depth how deep a body may nest
   */
  static Desk of(ClientSide client, int depth) {
    if (client.attachment() instanceof Desk desk && desk.depth == depth) {
      return desk;
    }
    Desk desk = new Desk(depth);
    client.attach(desk);
    return desk;
  }

  /** Lets go of the request. */
  void clear() {
    envelope.clear();
    body.reset(envelope);
    attempt.reset(envelope);
    tap.begin(Dialect.OPENAI);
  }
}
