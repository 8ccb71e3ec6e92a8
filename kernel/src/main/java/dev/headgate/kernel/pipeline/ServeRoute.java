package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.http.ClientGoneException;
import dev.headgate.kernel.http.ClientSide;
import dev.headgate.kernel.http.ParsedHead;
import dev.headgate.kernel.http.ResponseHead;
import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.Denial;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Operation;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.http.RequestHead;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.http.RouteContributor;
import dev.headgate.spi.http.RouteRequest;
import dev.headgate.spi.http.RouteResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serves what calls no model: health, lists of models, the routes of plugins, and nothing at all.
 */
final class ServeRoute {
  private static final Set<String> FRAMING =
      Set.of(
          "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "trailer");

  private final AnswerHeaders headers;
  private final Authenticate authenticate;

  ServeRoute(AnswerHeaders headers, Authenticate authenticate) {
    this.headers = headers;
    this.authenticate = authenticate;
  }

  void run(Exchange exchange) throws IOException {
    ParsedHead head = exchange.head();
    RouteTable.Match match = exchange.state.routes().find(head.method(), head.path());
    if (match == null) {
      nobody(exchange, head);
      return;
    }
    head.classify(operationOf(head.path()), Dialect.GATEWAY);
    admit(exchange, match.route().access());
    long started = match.owner().meter().start();
    Response response = new Response(exchange, match.owner(), started);
    try {
      match.route().handler().handle(new Request(exchange, match.variables()), response);
      response.complete();
      HookCall.ok(exchange, match.owner(), started);
    } catch (DenialException e) {
      HookCall.refused(exchange, match.owner(), started);
      throw e;
    } catch (ClientGoneException e) {
      HookCall.ok(exchange, match.owner(), started);
      throw e;
    } catch (Exception e) {
      HookCall.failed(exchange, match.owner(), started, e);
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new DenialException(Denial.of(500, "internal_server_error", "Internal server error"));
    }
  }

  private static Operation operationOf(String path) {
    if (path.startsWith("/health")) {
      return Operation.HEALTH;
    }
    return path.equals("/models") || path.startsWith("/models/") || path.startsWith("/v1/models")
        ? Operation.MODELS
        : Operation.ROUTE;
  }

  private void admit(Exchange exchange, Route.Access access) {
    if (access == Route.Access.OPEN) {
      return;
    }
    authenticate.run(exchange);
    Principal principal = exchange.principal();
    if (!principal.mayCall(exchange.operation(), exchange.head().path())) {
      throw new DenialException(
          Denial.of(
              403,
              "auth_error",
              "Authentication Error, this key is not allowed to call this route: "
                  + exchange.head().path()
                  + "."));
    }
    boolean viewer =
        principal.roles().contains(Principal.Role.ADMIN_VIEWER)
            && exchange.head().method().equals("GET");
    if (access == Route.Access.ADMIN
        && !viewer
        && !principal.roles().contains(Principal.Role.ADMIN)) {
      throw new DenialException(
          Denial.of(403, "auth_error", "Authentication Error, only an administrator may do this."));
    }
  }

  private void nobody(Exchange exchange, ParsedHead head) throws IOException {
    Set<String> methods = exchange.state.routes().methods(head.path());
    if (methods.isEmpty()) {
      head.classify(Operation.UNKNOWN, Dialect.GATEWAY);
      plain(exchange, headers, 404, "{\"detail\":\"Not Found\"}", null);
    } else {
      head.classify(operationOf(head.path()), Dialect.GATEWAY);
      wrongMethod(exchange, headers, String.join(", ", methods));
    }
  }

  static void wrongMethod(Exchange exchange, AnswerHeaders headers, String allowed)
      throws IOException {
    plain(exchange, headers, 405, "{\"detail\":\"Method Not Allowed\"}", allowed);
  }

  private static void plain(
      Exchange exchange, AnswerHeaders headers, int status, String json, @Nullable String allow)
      throws IOException {
    exchange.status = status;
    ResponseHead head = exchange.client.response(status);
    head.header("content-type", "application/json");
    if (allow != null) {
      head.header("allow", allow);
    }
    headers.own(exchange, head);
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.client.send(head, body, 0, body.length);
  }

  /** What a handler is asked. */
  private record Request(Exchange exchange, Map<String, String> variables) implements RouteRequest {

    @Override
    public RequestHead head() {
      return exchange.head();
    }

    @Override
    public Optional<Principal> principal() {
      return Optional.ofNullable(exchange.principal);
    }

    @Override
    public String pathVariable(String name) {
      String value = variables.get(name);
      if (value == null) {
        throw new IllegalArgumentException("this route has no variable " + name);
      }
      return value;
    }

    @Override
    public Optional<String> query(String name) {
      return QueryText.first(exchange.head().query(), name);
    }

    @Override
    public List<String> queryAll(String name) {
      return QueryText.all(exchange.head().query(), name);
    }

    @Override
    public Bytes body() throws IOException {
      ClientSide client = exchange.client;
      client.receive(exchange.state.settings().bodyBytes());
      return Bytes.of(client.body(), client.bodyFrom(), client.bodyTo());
    }
  }

  /** Where a handler answers. */
  private final class Response implements RouteResponse {
    private final Exchange exchange;
    private final Hook<RouteContributor> owner;
    private final long started;
    private final Map<String, String> lines = new LinkedHashMap<>();
    private int status = 200;
    private boolean sent;
    private @Nullable OutputStream stream;

    Response(Exchange exchange, Hook<RouteContributor> owner, long started) {
      this.exchange = exchange;
      this.owner = owner;
      this.started = started;
    }

    @Override
    public RouteResponse status(int code) {
      status = code;
      return this;
    }

    @Override
    public RouteResponse header(String name, String value) {
      if (FRAMING.contains(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("the gateway itself sets the header " + name);
      }
      lines.put(name, value);
      return this;
    }

    private ResponseHead head(String contentType) {
      if (sent) {
        throw new IllegalStateException("the answer has been sent");
      }
      sent = true;
      exchange.status = status;
      ResponseHead head = exchange.client.response(status);
      if (!contentType.isEmpty()) {
        head.header("content-type", contentType);
      }
      lines.forEach(head::header);
      HookCall.soFar(exchange, owner, started);
      headers.own(exchange, head);
      return head;
    }

    @Override
    public void send(String contentType, Bytes body) throws IOException {
      byte[] bytes = body.toArray();
      exchange.client.send(head(contentType), bytes, 0, bytes.length);
    }

    @Override
    public OutputStream stream(String contentType) throws IOException {
      ClientSide client = exchange.client;
      client.start(head(contentType), -1);
      stream = new Frames(client);
      return Objects.requireNonNull(stream);
    }

    void complete() throws IOException {
      if (stream != null) {
        stream.close();
      } else if (!sent) {
        send("", Bytes.of(new byte[0]));
      }
    }
  }

  /** Sends what was written at each flush. */
  private static final class Frames extends OutputStream {
    private final ClientSide client;
    private int to = ClientSide.HEADROOM;
    private boolean closed;

    Frames(ClientSide client) {
      this.client = client;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      int at = offset;
      int left = length;
      byte[] buffer = client.buffer();
      while (left > 0) {
        int room = buffer.length - 16 - to;
        if (room == 0) {
          flush();
          continue;
        }
        int count = Math.min(room, left);
        System.arraycopy(source, at, buffer, to, count);
        to += count;
        at += count;
        left -= count;
      }
    }

    @Override
    public void flush() throws IOException {
      if (to > ClientSide.HEADROOM) {
        int end = to;
        to = ClientSide.HEADROOM;
        client.write(client.buffer(), ClientSide.HEADROOM, end);
      }
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        client.finish(client.buffer(), ClientSide.HEADROOM, to);
      }
    }
  }
}
