package dev.headgate.providers.openai;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Operation;
import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.http.RequestHead;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.BaseUrl;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.FailureClass;
import dev.headgate.spi.provider.OutgoingBody;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamRequest;
import java.io.IOException;

/** One deployment: the client's bytes go through, but for the few that must change. */
final class OpenAiEndpoint implements Endpoint {
  private final Upstream upstream;
  private final String address;
  private final Paths paths;
  private final BodyEdits edits;
  private final PassedHeaders headers;

  OpenAiEndpoint(
      BaseUrl base, Upstream upstream, Paths paths, BodyEdits edits, PassedHeaders headers) {
    this.upstream = upstream;
    this.address = base.address();
    this.paths = paths;
    this.edits = edits;
    this.headers = headers;
  }

  /**
   * Every service is offered everything: which of them lack an operation changes from month to
   * month, and the upstream's own refusal is the best that a client can be told.
   */
  @Override
  public boolean serves(Operation operation, Dialect dialect) {
    return switch (operation) {
      case CHAT, COMPLETION, EMBEDDING -> dialect == Dialect.OPENAI;
      case RESPONSE, RESPONSE_LIFECYCLE -> dialect == Dialect.RESPONSES;
      default -> false;
    };
  }

  @Override
  public Answer call(Call call) throws IOException {
    Operation operation = call.exchange().operation();
    UpstreamRequest request =
        operation == Operation.RESPONSE_LIFECYCLE ? aboutResponse(call) : toModel(call, operation);
    headers.pass(call, request);
    return upstream.send(call, request);
  }

  private UpstreamRequest toModel(Call call, Operation operation) {
    edits.apply(call, operation);
    return UpstreamRequest.of(paths.template(operation), call.body());
  }

  private UpstreamRequest aboutResponse(Call call) {
    RequestHead head = call.exchange().head();
    String target = paths.lifecycleTarget(head.path(), head.query());
    if (!head.method().equals("POST")) {
      return UpstreamRequest.of(paths.lifecycle(head.method()), null).target(target);
    }
    OutgoingBody body = call.body();
    if (body.length() > 0) {
      edits.applyToLifecycle(call);
    }
    return UpstreamRequest.of(paths.lifecycle("POST"), call.body()).target(target);
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public FailureClass classify(int status, HeaderView answerHeaders, Bytes body) {
    return Failures.classify(status, body);
  }

  @Override
  public void close() {
    upstream.close();
  }
}
