package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.http.ResponseHead;
import dev.headgate.kernel.routing.KernelDeployment;
import dev.headgate.kernel.transport.ContentCoding;
import dev.headgate.kernel.transport.DecodedBody;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.Denial;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.AnswerBody;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.FailureClass;
import dev.headgate.spi.provider.UpstreamException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the client gets when the upstream refuses or fails. The provider's words are kept; the
 * shape, the type and the class name are those that LiteLLM's clients know.
 */
final class UpstreamErrors {
  private static final int MOST = 64 * 1024;
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Map<String, String> PROVIDERS =
      Map.of("openai", "OpenAI", "anthropic", "Anthropic", "azure", "Azure");

  private final PipelineSettings settings;
  private final AnswerHeaders headers;
  private final Settle settle;

  UpstreamErrors(PipelineSettings settings, AnswerHeaders headers, Settle settle) {
    this.settings = settings;
    this.headers = headers;
    this.settle = settle;
  }

  /** The refusal for a call that got no answer. */
  DenialException failed(Exchange exchange, UpstreamException e) {
    return new DenialException(denial(exchange, e));
  }

  /** What the client is told of a call that got no answer, or whose answer broke off. */
  Denial denial(Exchange exchange, UpstreamException e) {
    UpstreamException.Kind kind = e.kind();
    CancelReason reason = exchange.cancelReason();
    if (reason != null && reason != CancelReason.CLIENT_GONE && reason != CancelReason.SHUTDOWN) {
      kind = UpstreamException.Kind.TIMEOUT;
    }
    FailureClass failure = Attempt.classOf(kind);
    exchange.failure = failure;
    int status =
        switch (kind) {
          case TIMEOUT -> 408;
          case CONNECT -> 500;
          case BUSY -> 503;
          default -> 502;
        };
    String text =
        switch (kind) {
          case TIMEOUT -> timeoutText(reason);
          case CONNECT -> "Connection error. (" + e.getMessage() + ")";
          default -> Objects.requireNonNullElse(e.getMessage(), "the upstream failed");
        };
    Denial denial = Denial.of(status, failure.errorType(), message(exchange, failure, text));
    return kind == UpstreamException.Kind.BUSY
        ? denial.retryAfter(java.time.Duration.ofSeconds(1))
        : denial;
  }

  private static String timeoutText(@Nullable CancelReason reason) {
    return switch (reason) {
      case CONNECT_TIMEOUT -> "The connection to the upstream did not stand in time.";
      case IDLE_TIMEOUT -> "The upstream's answer paused for too long.";
      case TOTAL_TIMEOUT -> "The call took longer than its timeout allows.";
      case null, default -> "The upstream did not answer in time.";
    };
  }

  private String message(Exchange exchange, FailureClass failure, String text) {
    KernelDeployment deployment = exchange.deployment;
    String provider = deployment == null ? "" : deployment.spec().provider();
    String name = failure.className();
    StringBuilder message = new StringBuilder("litellm.").append(name).append(": ").append(name);
    message.append(": ").append(providerName(provider)).append("Exception - ").append(text);
    if (settings.exposeRouterDebug() && exchange.group != null) {
      message
          .append(text.endsWith(".") ? " Received Model Group=" : ". Received Model Group=")
          .append(exchange.group.name())
          .append("\nAvailable Model Group Fallbacks=None");
    }
    return message.toString();
  }

  private static String providerName(String provider) {
    String known = PROVIDERS.get(provider);
    if (known != null) {
      return known;
    }
    return provider.isEmpty()
        ? "Upstream"
        : provider.substring(0, 1).toUpperCase(Locale.ROOT) + provider.substring(1);
  }

  /** Hands an error answer of the upstream on. */
  void relay(Exchange exchange, Endpoint endpoint, Answer answer) throws IOException {
    byte[] body = read(exchange, answer);
    int status = answer.status();
    if (status < 400) {
      exchange.failure = FailureClass.BAD_GATEWAY;
      throw new DenialException(
          Denial.of(
              502,
              FailureClass.BAD_GATEWAY.errorType(),
              message(
                  exchange,
                  FailureClass.BAD_GATEWAY,
                  "the upstream answers " + status + ", and redirects are not followed")));
    }
    FailureClass failure = endpoint.classify(status, answer.headers(), Bytes.of(body));
    exchange.failure = failure;
    ResponseHead head = exchange.client.response(status);
    head.header("content-type", "application/json");
    Bytes retryAfter = answer.headers().find("retry-after");
    if (retryAfter != null) {
      head.header("retry-after", retryAfter);
    }
    headers.own(exchange, head);
    headers.provider(answer.headers(), head);
    byte[] out = shaped(exchange, failure, status, body);
    exchange.status = status;
    settle.run(exchange);
    exchange.client.send(head, out, 0, out.length);
  }

  private byte[] shaped(Exchange exchange, FailureClass failure, int status, byte[] body) {
    JsonNode error = errorOf(body);
    if (exchange.dialect() == Dialect.ANTHROPIC && error != null && error.path("type").isString()) {
      return body;
    }
    String text = textOf(error, body, status);
    Denial denial =
        Denial.of(status, failure.errorType(), message(exchange, failure, text))
            .code(codeOf(error, failure, status));
    if (error != null && error.path("param").isString()) {
      denial = denial.param(error.path("param").asString());
    }
    return ErrorBody.of(
        exchange.dialect(), denial, error == null || !error.isObject() ? null : error.toString());
  }

  private static String codeOf(@Nullable JsonNode error, FailureClass failure, int status) {
    if (failure == FailureClass.CONTEXT_WINDOW) {
      return "context_length_exceeded";
    }
    JsonNode code = error == null ? null : error.path("code");
    return code != null && code.isString() && status != 429 && !code.asString().isEmpty()
        ? code.asString()
        : Integer.toString(status);
  }

  private static @Nullable JsonNode errorOf(byte[] body) {
    try {
      JsonNode node = JSON.readTree(body);
      JsonNode error = node == null ? null : node.path("error");
      return error == null || error.isMissingNode() || error.isNull() ? null : error;
    } catch (JacksonException e) {
      return null;
    }
  }

  private static String textOf(@Nullable JsonNode error, byte[] body, int status) {
    if (error != null && error.isString()) {
      return error.asString();
    }
    if (error != null && error.path("message").isString()) {
      return error.path("message").asString();
    }
    String text = new String(body, 0, Math.min(body.length, 500), StandardCharsets.UTF_8).strip();
    return text.isEmpty() ? "the upstream answered " + status + " without a body" : text;
  }

  private byte[] read(Exchange exchange, Answer answer) throws IOException {
    ContentCoding coding = ContentCoding.of(answer.headers());
    if (!coding.decodable()) {
      return read(exchange, answer.body());
    }
    try (DecodedBody decoded = new DecodedBody(answer.body(), coding, MOST)) {
      return read(exchange, decoded);
    }
  }

  private byte[] read(Exchange exchange, AnswerBody from) throws IOException {
    byte[] body = new byte[4096];
    int size = 0;
    long started = exchange.state.clock().nanoTime();
    try {
      while (size < MOST) {
        int count = from.read(body, size, body.length - size);
        if (count < 0) {
          break;
        }
        size += count;
        if (size == body.length) {
          body = Arrays.copyOf(body, Math.min(body.length * 4, MOST + 1));
        }
      }
    } catch (UpstreamException e) {
      if (e.kind() == UpstreamException.Kind.MALFORMED && size == 0) {
        throw failed(exchange, e);
      }
      // The status is there, and it says more than the rest of its body would have.
    } finally {
      exchange.upstreamNanos += exchange.state.clock().nanoTime() - started;
    }
    return Arrays.copyOf(body, size);
  }
}
