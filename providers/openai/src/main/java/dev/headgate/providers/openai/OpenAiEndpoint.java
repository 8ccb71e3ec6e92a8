package dev.headgate.providers.openai;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Nullable;
import dev.headgate.spi.Operation;
import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.http.RequestHead;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.FailureClass;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamRequest;
import dev.headgate.spi.request.BodyEdit;
import dev.headgate.spi.request.Envelope;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One deployment: the client's own bytes, with the few places changed that must be. */
final class OpenAiEndpoint implements Endpoint {
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] INCLUDE_USAGE =
      "{\"include_usage\":true}".getBytes(StandardCharsets.US_ASCII);

  /** Headers of clients that mean something to the provider and never hold a credential. */
  private static final List<String> PASSED = List.of("openai-beta", "traceparent", "tracestate");

  /** What of the {@code x-} headers is the gateway's own, or could be a credential. */
  private static final Set<String> KEPT =
      Set.of(
          "x-api-key",
          "x-goog-api-key",
          "x-amz-security-token",
          "x-forwarded-for",
          "x-forwarded-host",
          "x-forwarded-proto",
          "x-real-ip",
          "x-headgate-timing");

  private final Wishes wishes;
  private final Upstream upstream;
  private final String address;
  private final String path;
  private final String query;
  private final byte @Nullable [] model;
  private final List<Defaults.Field> defaults;
  private final Map<Operation, UpstreamRequest.Template> posts = new EnumMap<>(Operation.class);
  private final Map<String, UpstreamRequest.Template> lifecycle;

  OpenAiEndpoint(
      Wishes wishes,
      URI base,
      Upstream upstream,
      List<HeaderLine> headers,
      String model,
      List<Defaults.Field> defaults) {
    this.wishes = wishes;
    this.upstream = upstream;
    this.path = trimmed(base.getRawPath());
    this.query = base.getRawQuery() == null ? "" : "?" + base.getRawQuery();
    this.address = base.getScheme() + "://" + base.getRawAuthority() + path;
    this.model = model.endsWith("*") ? null : quoted(model);
    this.defaults = defaults;
    posts.put(Operation.CHAT, template("POST", "/chat/completions", headers));
    posts.put(Operation.COMPLETION, template("POST", "/completions", headers));
    posts.put(Operation.EMBEDDING, template("POST", "/embeddings", headers));
    posts.put(Operation.RESPONSE, template("POST", "/responses", headers));
    lifecycle =
        Map.of(
            "GET", template("GET", "/responses", headers),
            "DELETE", template("DELETE", "/responses", headers),
            "POST", template("POST", "/responses", headers));
  }

  private static String trimmed(@Nullable String path) {
    String trimmed = path == null ? "" : path;
    while (trimmed.endsWith("/")) {
      trimmed = trimmed.substring(0, trimmed.length() - 1);
    }
    return trimmed;
  }

  private UpstreamRequest.Template template(
      String method, String operation, List<HeaderLine> headers) {
    UpstreamRequest.TemplateBuilder builder =
        UpstreamRequest.template(method, path + operation + query);
    headers.forEach(line -> builder.header(line.name(), line.value()));
    return builder.build();
  }

  private static byte[] quoted(String name) {
    StringBuilder json = new StringBuilder(name.length() + 2).append('"');
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public boolean serves(Operation operation, Dialect dialect) {
    return switch (operation) {
      case CHAT, COMPLETION, EMBEDDING -> dialect == Dialect.OPENAI;
      case RESPONSE, RESPONSE_LIFECYCLE -> dialect == Dialect.RESPONSES;
      default -> false;
    };
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public Answer call(Call call) throws IOException {
    Operation operation = call.exchange().operation();
    UpstreamRequest request =
        operation == Operation.RESPONSE_LIFECYCLE
            ? aboutResponse(call)
            : withModel(call, operation);
    pass(call.exchange().head().headers(), request);
    return upstream.send(call, request);
  }

  private UpstreamRequest withModel(Call call, Operation operation) {
    BodyEdit edit = call.edit();
    Envelope envelope = call.exchange().envelope();
    edit.setField("model", model == null ? quoted(call.upstreamModel()) : model);
    if (operation != Operation.RESPONSE) {
      // On these routes metadata speaks to the gateway; a stored completion keeps its own.
      if (!stored(envelope)) {
        edit.removeField("metadata");
      }
      if (envelope.stream() && operation != Operation.EMBEDDING) {
        askForUsage(call, envelope, edit);
      }
    }
    for (Defaults.Field field : defaults) {
      if (!envelope.field(field.name()).present()) {
        edit.setField(field.name(), field.bytes());
      }
    }
    return UpstreamRequest.of(
        Objects.requireNonNull(posts.get(operation), "a served operation"), call.body());
  }

  private static boolean stored(Envelope envelope) {
    var span = envelope.field("store");
    return span.present() && span.length() == 4 && envelope.body().at(span.start()) == 't';
  }

  /** Usage is what the gateway bills by; a client that did not ask for it does not see it. */
  private void askForUsage(Call call, Envelope envelope, BodyEdit edit) {
    if (envelope.includeUsage()) {
      return;
    }
    var options = envelope.field("stream_options");
    if (options.present() && envelope.body().at(options.start()) == '{') {
      edit.setMember("stream_options", "include_usage", TRUE);
    } else {
      edit.setField("stream_options", INCLUDE_USAGE);
    }
    if (!wishes.showUsage()) {
      call.withholdUsageFrame();
    }
  }

  /** Retrieve, delete, cancel, list the input of, or compact a response. */
  private UpstreamRequest aboutResponse(Call call) {
    RequestHead head = call.exchange().head();
    String asked = head.path();
    String tail = asked.substring(asked.indexOf("/responses/") + "/responses".length());
    boolean body = call.body().length() > 0;
    if (body) {
      Envelope envelope = call.exchange().envelope();
      if (envelope.field("model").present()) {
        call.edit().setField("model", model == null ? quoted(call.upstreamModel()) : model);
      }
    }
    return UpstreamRequest.of(
            Objects.requireNonNull(
                lifecycle.get(head.method()), "the stages let in only what is routed"),
            body ? call.body() : null)
        .target(path + safe(tail) + queryOf(head));
  }

  /** A tail of a path that stays below the path that it is put behind. */
  private static String safe(String tail) {
    for (String segment : tail.split("/", -1)) {
      String plain = segment.toLowerCase(Locale.ROOT).replace("%2e", ".");
      if (plain.equals(".") || plain.equals("..")) {
        throw new IllegalArgumentException("the id of a response holds no path");
      }
    }
    return tail;
  }

  /** The client's query without what is the gateway's. */
  private String queryOf(RequestHead head) {
    StringBuilder out = new StringBuilder(query);
    for (String part : head.query().split("&", -1)) {
      String name = part.substring(0, part.indexOf('=') < 0 ? part.length() : part.indexOf('='));
      if (!part.isEmpty() && !name.equals("key") && !name.equals("model")) {
        out.append(out.isEmpty() ? '?' : '&').append(part);
      }
    }
    return out.toString();
  }

  private void pass(HeaderView headers, UpstreamRequest request) {
    for (String name : PASSED) {
      request.pass(headers, name);
    }
    if (wishes.forwardOrganization()) {
      request.pass(headers, "openai-organization");
    }
    if (wishes.forwardHeaders()) {
      for (int i = 0; i < headers.size(); i++) {
        Bytes name = headers.name(i);
        if (name.length() > 2 && (name.at(0) | 0x20) == 'x' && name.at(1) == '-') {
          String lower = name.utf8().toLowerCase(Locale.ROOT);
          if (!KEPT.contains(lower)
              && !lower.startsWith("x-litellm-")
              && !lower.startsWith("x-mcp-")) {
            request.header(lower, headers.value(i).utf8());
          }
        }
      }
    }
  }

  @Override
  public FailureClass classify(int status, HeaderView headers, Bytes body) {
    if (status == 400) {
      String text = body.utf8();
      if (text.contains("context_length_exceeded")
          || text.contains("maximum context length")
          || text.contains("string_above_max_length")) {
        return FailureClass.CONTEXT_WINDOW;
      }
      if (text.contains("content_policy_violation")
          || text.contains("content_filter")
          || text.contains("content management policy")) {
        return FailureClass.CONTENT_POLICY;
      }
    }
    return FailureClass.ofStatus(status);
  }

  @Override
  public void close() {
    upstream.close();
  }
}
