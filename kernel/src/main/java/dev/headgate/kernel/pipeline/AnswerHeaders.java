package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.http.ResponseHead;
import dev.headgate.kernel.routing.KernelDeployment;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.admission.LimitHeader;
import dev.headgate.spi.admission.LimitLedger;
import dev.headgate.spi.http.HeaderView;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The headers that the gateway puts on answers. */
final class AnswerHeaders {
  private final byte[] fixed;

  AnswerHeaders(PipelineSettings settings) {
    fixed =
        ("x-litellm-version: " + settings.version() + "\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * What every answer has. The overhead is all time since the first byte but that spent waiting.
   */
  void own(Exchange exchange, ResponseHead head) {
    head.header("x-litellm-call-id", Bytes.of(exchange.callId));
    head.lines(fixed);
    KernelDeployment deployment = exchange.deployment;
    if (deployment != null) {
      head.lines(deployment.headerLines());
      head.header("x-litellm-attempted-retries", Math.max(0, exchange.attempts - 1));
      head.header("x-litellm-attempted-fallbacks", 0);
    }
    long now = exchange.state.clock().nanoTime();
    long duration = now - exchange.startNanos();
    head.millis("x-litellm-response-duration-ms", duration);
    head.millis("x-litellm-overhead-duration-ms", duration - exchange.upstreamNanos);
    Timing timing = exchange.timing;
    if (timing != null) {
      head.header("server-timing", timing.header(duration));
    }
    if (exchange.costNanos >= 0) {
      head.header(
          "x-litellm-response-cost", BigDecimal.valueOf(exchange.costNanos, 9).toPlainString());
    }
    if (exchange.shown != null) {
      limits(exchange.shown, exchange.state.clock().millis(), head);
    }
    if (exchange.warnings != null) {
      for (String warning : exchange.warnings) {
        head.header("warning", "199 headgate \"" + warning.replace('"', '\'') + "\"");
      }
    }
  }

  /** Where the limits of the request stand after it. */
  private static void limits(
      LimitLedger.Reservation reservation, long nowMillis, ResponseHead head) {
    List<Limit> limits = reservation.limits();
    for (int i = 0; i < limits.size(); i++) {
      Limit limit = limits.get(i);
      List<LimitHeader> headers = limit.headers();
      for (int j = 0; j < headers.size(); j++) {
        LimitHeader header = headers.get(j);
        head.header(
            header.name(),
            switch (header.value()) {
              case LIMIT -> limit.amount();
              case REMAINING -> reservation.remaining(i);
              case RESET_SECONDS ->
                  Math.max(0, (reservation.resetMillis(i) - nowMillis + 999) / 1000);
            });
      }
    }
  }

  /**
   * The provider's own headers, renamed so that they cannot be taken for the gateway's; the ids
   * that SDKs look for keep their names as well.
   */
  void provider(HeaderView from, ResponseHead head) {
    int size = from.size();
    for (int i = 0; i < size; i++) {
      Bytes name = from.name(i);
      if (hidden(name)) {
        continue;
      }
      Bytes value = from.value(i);
      head.header("llm_provider-", name, value);
      if (is(name, "x-request-id") || is(name, "request-id")) {
        head.header("", name, value);
      }
    }
  }

  private static boolean hidden(Bytes name) {
    return switch (name.length()) {
      case 2 -> is(name, "te");
      case 7 -> is(name, "trailer") || is(name, "upgrade") || is(name, "alt-svc");
      case 10 -> is(name, "connection") || is(name, "set-cookie") || is(name, "keep-alive");
      case 11 -> is(name, "set-cookie2");
      case 12 -> is(name, "content-type");
      case 14 -> is(name, "content-length");
      case 16 -> is(name, "content-encoding") || is(name, "proxy-connection");
      case 17 -> is(name, "transfer-encoding");
      case 18 -> is(name, "proxy-authenticate");
      case 16 + 3 -> is(name, "proxy-authorization");
      default -> false;
    };
  }

  private static boolean is(Bytes name, String lowerCase) {
    if (name.length() != lowerCase.length()) {
      return false;
    }
    for (int i = 0; i < lowerCase.length(); i++) {
      int c = name.at(i);
      if (c >= 'A' && c <= 'Z') {
        c += 32;
      }
      if (c != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
