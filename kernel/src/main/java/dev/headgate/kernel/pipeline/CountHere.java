package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.http.ResponseHead;
import dev.headgate.kernel.tokens.CountMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Answers how many tokens a prompt has where no provider of its model can tell. */
final class CountHere {
  /** Tells a count from an estimate; the body has the provider's shape and no room for it. */
  static final String EXACTNESS = "x-headgate-token-count";

  private final AnswerHeaders headers;
  private final Settle settle;

  CountHere(AnswerHeaders headers, Settle settle) {
    this.headers = headers;
    this.settle = settle;
  }

  void run(Exchange exchange) throws IOException {
    RequestEstimate estimate = new RequestEstimate(exchange);
    exchange.estimate = estimate;
    long tokens = estimate.count(CountMode.ROUTE);
    exchange.status = 200;
    settle.run(exchange);
    ResponseHead head = exchange.client.response(200);
    head.header("content-type", "application/json");
    // What a model of another dialect is given in the end, its provider decides.
    head.header(EXACTNESS, "estimate");
    headers.own(exchange, head);
    byte[] body = ("{\"input_tokens\":" + tokens + "}").getBytes(StandardCharsets.US_ASCII);
    exchange.client.send(head, body, 0, body.length);
  }
}
