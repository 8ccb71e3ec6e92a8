package dev.headgate.providers.anthropic;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Operation;
import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.BaseUrl;
import dev.headgate.spi.provider.BodyDefaults;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.ClientHeaders;
import dev.headgate.spi.provider.ClientQuery;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.FailureClass;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/** One deployment: the client's bytes both ways, but for the model's name and the defaults. */
final class AnthropicEndpoint implements Endpoint {
  static final String MESSAGES = "/messages";
  static final String COUNT_TOKENS = "/messages/count_tokens";

  private static final String VERSION = "anthropic-version";
  private static final String BETA = "anthropic-beta";
  private static final String USUAL_VERSION = "2023-06-01";

  private final BaseUrl base;
  private final Upstream upstream;
  private final UpstreamRequest.Template messages;
  private final UpstreamRequest.Template countTokens;
  private final Set<String> ownHeaders;
  private final byte @Nullable [] model;
  private final BodyDefaults defaults;
  private final ClientHeaders clientHeaders;

  AnthropicEndpoint(
      BaseUrl base,
      Upstream upstream,
      UpstreamRequest.Template messages,
      UpstreamRequest.Template countTokens,
      Set<String> ownHeaders,
      String model,
      BodyDefaults defaults,
      ClientHeaders clientHeaders) {
    this.base = base;
    this.upstream = upstream;
    this.messages = messages;
    this.countTokens = countTokens;
    this.ownHeaders = ownHeaders;
    this.model = model.indexOf('*') >= 0 ? null : quoted(model);
    this.defaults = defaults;
    this.clientHeaders = clientHeaders;
  }

  private static byte[] quoted(String name) {
    String escaped = new String(JsonStringEncoder.getInstance().quoteAsCharArray(name));
    return ('"' + escaped + '"').getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public boolean serves(Operation operation, Dialect dialect) {
    return dialect == Dialect.ANTHROPIC
        && (operation == Operation.MESSAGE || operation == Operation.COUNT_TOKENS);
  }

  @Override
  public Answer call(Call call) throws IOException {
    boolean counts = call.exchange().operation() == Operation.COUNT_TOKENS;
    call.edit().setField("model", model == null ? quoted(call.upstreamModel()) : model);
    if (!counts) {
      defaults.apply(call.exchange().envelope(), call.edit());
    }
    UpstreamRequest request = UpstreamRequest.of(counts ? countTokens : messages, call.body());
    String query = ClientQuery.forUpstream(call.exchange().head().query());
    if (!query.isEmpty()) {
      request.target(base.target(counts ? COUNT_TOKENS : MESSAGES, query));
    }
    HeaderView headers = call.exchange().head().headers();
    if (!ownHeaders.contains(VERSION)) {
      request.header(VERSION, headers.text(VERSION).orElse(USUAL_VERSION));
    }
    if (!ownHeaders.contains(BETA)) {
      request.pass(headers, BETA);
    }
    clientHeaders.pass(headers, call.deployment().group(), ownHeaders, request);
    return upstream.send(call, request);
  }

  @Override
  public String address() {
    return base.address();
  }

  @Override
  public FailureClass classify(int status, HeaderView headers, Bytes body) {
    return AnthropicFailures.classify(status, body);
  }

  @Override
  public void close() {
    upstream.close();
  }
}
