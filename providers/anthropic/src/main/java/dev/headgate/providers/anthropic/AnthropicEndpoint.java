package dev.headgate.providers.anthropic;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Nullable;
import dev.headgate.spi.Operation;
import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.BaseUrl;
import dev.headgate.spi.provider.BodyDefaults;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.ClientHeaders;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.FailureClass;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** One deployment: the client's bytes both ways, but for the model's name and the defaults. */
final class AnthropicEndpoint implements Endpoint {
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
    this.model = model.endsWith("*") ? null : quoted(model);
    this.defaults = defaults;
    this.clientHeaders = clientHeaders;
  }

  private static byte[] quoted(String name) {
    return ('"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
        .getBytes(StandardCharsets.UTF_8);
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
    UpstreamRequest request =
        UpstreamRequest.of(counts ? countTokens : messages, call.body())
            .target(
                base.target(
                    counts ? "/messages/count_tokens" : "/messages",
                    queryOf(call.exchange().head().query())));
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

  /** The client's query ({@code beta=true}, say) without what is the gateway's. */
  private static String queryOf(String query) {
    if (query.isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    for (String part : query.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      if (!part.isEmpty() && !name.equals("key") && !name.equals("model")) {
        out.append(out.isEmpty() ? "" : "&").append(part);
      }
    }
    return out.toString();
  }

  @Override
  public String address() {
    return base.address();
  }

  @Override
  public FailureClass classify(int status, HeaderView headers, Bytes body) {
    if (status == 529) {
      return FailureClass.UNAVAILABLE;
    }
    if (status == 400 || status == 413) {
      String text = body.utf8();
      if (text.contains("prompt is too long") || text.contains("exceed context limit")) {
        return FailureClass.CONTEXT_WINDOW;
      }
    }
    return FailureClass.ofStatus(status);
  }

  @Override
  public void close() {
    upstream.close();
  }
}
