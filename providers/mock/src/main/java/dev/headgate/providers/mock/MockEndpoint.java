package dev.headgate.providers.mock;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.Operation;
import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.FailureClass;
import java.io.IOException;

/** A deployment that answers by itself, in whichever dialect it is asked. */
final class MockEndpoint implements Endpoint {
  private final Script script;
  private final GatewayClock clock;

  MockEndpoint(Script script, GatewayClock clock) {
    this.script = script;
    this.clock = clock;
  }

  @Override
  public boolean serves(Operation operation, Dialect dialect) {
    return switch (operation) {
      case CHAT, COMPLETION, EMBEDDING -> dialect == Dialect.OPENAI;
      case RESPONSE -> dialect == Dialect.RESPONSES;
      case MESSAGE, COUNT_TOKENS -> dialect == Dialect.ANTHROPIC;
      default -> false;
    };
  }

  @Override
  public Answer call(Call call) throws IOException {
    Script played = script.forRequest(call.exchange().envelope());
    return new Performance(call, played, call.exchange().operation(), clock).answer();
  }

  @Override
  public String address() {
    return "";
  }

  @Override
  public FailureClass classify(int status, HeaderView headers, Bytes body) {
    Bytes name = headers.find(MockAnswer.FAILURE_HEADER);
    if (name != null) {
      for (FailureClass failure : FailureClass.values()) {
        if (name.contentEquals(failure.className())) {
          return failure;
        }
      }
    }
    return FailureClass.ofStatus(status);
  }
}
