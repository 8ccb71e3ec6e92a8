package dev.headgate.providers.mock;

import dev.headgate.spi.Dialect;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.Operation;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.FailureClass;
import dev.headgate.spi.provider.Transport;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamRequest;
import dev.headgate.spi.provider.UpstreamSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Answers every request to an upstream without opening a connection: {@code
 * headgate.upstream.transport: network-mock}, or {@code litellm_settings.network_mock: true}.
 * Providers and the way back work as ever.
 */
final class MockTransport implements Transport {
  private final GatewayClock clock;

  MockTransport(GatewayClock clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return id();
  }

  @Override
  public String id() {
    return "network-mock";
  }

  @Override
  public Upstream open(UpstreamSpec spec) {
    return new Upstream() {
      @Override
      public Answer send(Call call, UpstreamRequest request) throws IOException {
        if (request.body() == null) {
          Failure nothingKept =
              new Failure(FailureClass.NOT_FOUND, "The mocked network keeps no responses.");
          return MockAnswer.error(nothingKept, nothingKept.body(Dialect.OPENAI));
        }
        return new Performance(call, Script.networkMock(), operationOf(request), clock).answer();
      }

      @Override
      public void close() {
        // Nothing was opened.
      }
    };
  }

  /** Told from the path, since the provider may have translated the request. */
  private static Operation operationOf(UpstreamRequest request) {
    String target = new String(request.targetBytes(), StandardCharsets.ISO_8859_1);
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    if (path.endsWith("/chat/completions")) {
      return Operation.CHAT;
    }
    if (path.endsWith("/completions")) {
      return Operation.COMPLETION;
    }
    if (path.endsWith("/embeddings")) {
      return Operation.EMBEDDING;
    }
    if (path.endsWith("/count_tokens")) {
      return Operation.COUNT_TOKENS;
    }
    if (path.endsWith("/messages")) {
      return Operation.MESSAGE;
    }
    return path.contains("/responses") ? Operation.RESPONSE : Operation.CHAT;
  }
}
