package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.http.ResponseHead;
import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.cache.CachedAnswer;
import dev.headgate.spi.cache.ResponseCache;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stage 8: a cached answer, when there is one. */
final class Recall {
  private final AnswerHeaders headers;
  private final Settle settle;

  Recall(AnswerHeaders headers, Settle settle) {
    this.headers = headers;
    this.settle = settle;
  }

  /** Answers from a cache; false when none has the answer. */
  boolean run(Exchange exchange) throws IOException {
    if (exchange.state.caches().isEmpty()) {
      return false;
    }
    for (Hook<ResponseCache> hook : exchange.state.caches()) {
      CachedAnswer answer = ask(exchange, hook);
      if (answer != null) {
        replay(exchange, answer);
        return true;
      }
    }
    record(exchange);
    return false;
  }

  private static @Nullable CachedAnswer ask(Exchange exchange, Hook<ResponseCache> hook) {
    long started = hook.meter().start();
    try {
      CachedAnswer answer = hook.extension().recall(exchange);
      if (answer == null) {
        HookCall.abstained(exchange, hook, started);
      } else {
        HookCall.answered(exchange, hook, started);
      }
      return answer;
    } catch (RuntimeException e) {
      HookCall.failed(exchange, hook, started, e);
      return null;
    }
  }

  private static void record(Exchange exchange) {
    List<Hook<ResponseCache>> wanting = new ArrayList<>(1);
    for (Hook<ResponseCache> hook : exchange.state.caches()) {
      long started = hook.meter().start();
      try {
        if (hook.extension().wants(exchange)) {
          wanting.add(hook);
        }
        HookCall.ok(exchange, hook, started);
      } catch (RuntimeException e) {
        HookCall.failed(exchange, hook, started, e);
      }
    }
    if (!wanting.isEmpty()) {
      exchange.recording = new Recording(wanting, exchange.state.settings().frameBytes());
    }
  }

  private void replay(Exchange exchange, CachedAnswer answer) throws IOException {
    ResponseHead head = exchange.client.response(answer.status());
    head.header("content-type", answer.contentType());
    head.header("x-litellm-cache-key", answer.key());
    headers.own(exchange, head);
    byte[] body = answer.body().toArray();
    exchange.status = answer.status();
    settle.run(exchange);
    exchange.client.send(head, body, 0, body.length);
  }
}
