package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.transport.ContentCoding;
import dev.headgate.kernel.transport.DecodedBody;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.AnswerBody;
import java.io.IOException;

/** Stage 10: the answer goes to the client as it comes; a tap reads usage on the way. */
final class Relay {
  private final PlainRelay plain;
  private final StreamRelay stream;

  Relay(PlainRelay plain, StreamRelay stream) {
    this.plain = plain;
    this.stream = stream;
  }

  void run(Exchange exchange, AttemptCall call, Answer answer) throws IOException {
    exchange.enter(Stage.RELAY);
    exchange.status = answer.status();
    ContentCoding coding = ContentCoding.of(answer.headers());
    if (!coding.decodable()) {
      relay(exchange, call, answer, answer.body());
      return;
    }
    long most = exchange.state.settings().answerBytes();
    try (DecodedBody body = new DecodedBody(answer.body(), coding, most)) {
      relay(exchange, call, answer, body);
    }
  }

  private void relay(Exchange exchange, AttemptCall call, Answer answer, AnswerBody body)
      throws IOException {
    Bytes type = answer.headers().find("content-type");
    if (type != null && isEventStream(type)) {
      stream.run(exchange, call, answer, body);
    } else {
      plain.run(exchange, call, answer, body);
    }
    Recording recording = exchange.recording;
    if (recording != null
        && answer.status() == 200
        && exchange.failure == null
        && exchange.cancelReason() == null) {
      recording.store(exchange, type == null ? "" : type.utf8());
    }
  }

  private static boolean isEventStream(Bytes type) {
    String wanted = "text/event-stream";
    if (type.length() < wanted.length()) {
      return false;
    }
    for (int i = 0; i < wanted.length(); i++) {
      if ((type.at(i) | 0x20) != (wanted.charAt(i) | 0x20)) {
        return false;
      }
    }
    return true;
  }
}
