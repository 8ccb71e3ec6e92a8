package dev.headgate.providers.mock;

import dev.headgate.spi.Dialect;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.Operation;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.FailureClass;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.request.Envelope;
import dev.headgate.spi.usage.Usage;
import java.io.IOException;
import java.util.Iterator;

/**
 * One call that is answered by a script.
 *
 * @param call the call
 * @param script what to answer
 * @param operation in which form
 * @param clock for the time of the answer
 */
record Performance(Call call, Script script, Operation operation, GatewayClock clock) {

  /**
   * Waits as the script says, and answers.
   *
   * @throws UpstreamException if the script says so, or the call was cancelled
   */
  Answer answer() throws IOException {
    Pause pause = Pause.of(call);
    pause.await(script.delay());
    if (script.timesOut()) {
      throw new UpstreamException(UpstreamException.Kind.TIMEOUT, "the mock timed out");
    }
    Failure failure = script.failure();
    if (failure != null) {
      return error(failure);
    }
    return reply(pause);
  }

  private Answer error(Failure failure) throws UpstreamException {
    if (failure.withoutAnswer()) {
      throw new UpstreamException(
          failure.failure() == FailureClass.TIMEOUT
              ? UpstreamException.Kind.TIMEOUT
              : UpstreamException.Kind.CONNECT,
          failure.message());
    }
    return MockAnswer.error(failure, failure.body(dialect()));
  }

  private Dialect dialect() {
    return switch (operation) {
      case MESSAGE, COUNT_TOKENS -> Dialect.ANTHROPIC;
      default -> Dialect.OPENAI;
    };
  }

  private Answer reply(Pause pause) {
    Envelope envelope = call.exchange().envelope();
    boolean streams = envelope.stream() && canStream();
    Pieces pieces = new Pieces(script.text(), script.chunks());
    String text = streams ? pieces.joined() : script.text();
    Tokens given = script.tokens();
    Tokens tokens = given == null ? Tokens.estimate(envelope.body().length(), text) : given;
    Reply reply =
        new Reply(
            Reply.newId(),
            clock.millis() / 1000,
            call.upstreamModel(),
            text,
            pieces,
            tokens,
            envelope.includeUsage());
    Usage usage = Usage.of(tokens.input(), outputOf(tokens), 0, 0, 0, given == null);
    if (streams) {
      return MockAnswer.stream(new StreamBody(events(reply), script.gap(), pause), usage);
    }
    try {
      return MockAnswer.plain(whole(reply, envelope), usage);
    } catch (IllegalArgumentException e) {
      Failure refusal = new Failure(FailureClass.BAD_REQUEST, String.valueOf(e.getMessage()));
      return MockAnswer.error(refusal, refusal.body(dialect()));
    }
  }

  private boolean canStream() {
    return operation != Operation.EMBEDDING && operation != Operation.COUNT_TOKENS;
  }

  private long outputOf(Tokens tokens) {
    return canStream() ? tokens.output() : 0;
  }

  private Iterator<byte[]> events(Reply reply) {
    return switch (operation) {
      case COMPLETION -> CompletionReplies.stream(reply);
      case RESPONSE -> ResponseReplies.stream(reply);
      case MESSAGE -> MessageReplies.stream(reply);
      default -> ChatReplies.stream(reply);
    };
  }

  private String whole(Reply reply, Envelope envelope) {
    return switch (operation) {
      case COMPLETION -> CompletionReplies.whole(reply);
      case EMBEDDING -> EmbeddingReplies.whole(reply, envelope);
      case RESPONSE -> ResponseReplies.whole(reply);
      case MESSAGE -> MessageReplies.whole(reply);
      case COUNT_TOKENS -> MessageReplies.tokenCount(reply);
      default -> ChatReplies.whole(reply);
    };
  }
}
