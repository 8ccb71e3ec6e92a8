package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.envelope.ScannedEnvelope;
import dev.headgate.kernel.http.ClientGoneException;
import dev.headgate.kernel.http.ClientSide;
import dev.headgate.kernel.http.RequestHandler;
import dev.headgate.kernel.http.ResponseHead;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.Denial;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Operation;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.request.Span;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Leads a request through the stages, in straight-line code on its own thread. */
public final class Pipeline implements RequestHandler {
  private static final System.Logger LOG = System.getLogger(Pipeline.class.getName());

  private final CurrentState current;
  private final CallIds callIds = new CallIds();
  private final KernelMeters meters;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Ingress ingress = new Ingress();
  private final Gatekeep gatekeep = new Gatekeep();
  private final Resolve resolve = new Resolve();
  private final Guard guard = new Guard();
  private final Leases leases = new Leases();
  private final Settle settle = new Settle(leases);
  private final Admit admit = new Admit(leases);

  /** The stages that depend on settings; made anew with each state. */
  private record Configured(
      GatewayState state,
      AnswerHeaders headers,
      Authenticate authenticate,
      Receive receive,
      Recall recall,
      Attempt attempt,
      CountHere countHere,
      ServeRoute routes) {}

  private volatile @Nullable Configured configured;

  Pipeline(CurrentState current, KernelMeters meters) {
    this.current = current;
    this.meters = meters;
  }

  /** Requests that are in flight. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Renews what exchanges hold; called every 20 s in the background. */
  void renewLeases() {
    leases.renew();
  }

  @SuppressWarnings("ReferenceEquality") // a state is itself and no other
  private Configured stages(GatewayState state) {
    Configured known = configured;
    if (known == null || known.state() != state) {
      AnswerHeaders headers = new AnswerHeaders(state.settings());
      UpstreamErrors errors = new UpstreamErrors(state.settings(), headers, settle);
      FrameEdits edits = new FrameEdits();
      Authenticate authenticate = new Authenticate(state.settings());
      known =
          new Configured(
              state,
              headers,
              authenticate,
              new Receive(state.settings()),
              new Recall(headers, settle),
              new Attempt(
                  new Relay(
                      new PlainRelay(headers, settle, errors, edits),
                      new StreamRelay(headers, settle, errors, edits)),
                  errors),
              new CountHere(headers, settle),
              new ServeRoute(headers, authenticate));
      configured = known;
    }
    return known;
  }

  @Override
  public void handle(ClientSide client) {
    CurrentState.Pin pin = current.pin();
    try {
      GatewayState state = pin.state();
      Exchange exchange =
          new Exchange(client, state, callIds.next(state.clock().millis()), state.clock().millis());
      exchange.timing = Timing.of(exchange);
      int running = inFlight.incrementAndGet();
      try {
        run(exchange, stages(state), running);
      } finally {
        inFlight.decrementAndGet();
        finish(exchange);
      }
    } finally {
      pin.close();
    }
  }

  private void run(Exchange exchange, Configured stages, int running) {
    try {
      String wanted = ingress.classify(exchange);
      if (!exchange.operation().callsModel()) {
        exchange.enter(Stage.ROUTE);
        stages.routes().run(exchange);
        return;
      }
      if (wanted != null) {
        ServeRoute.wrongMethod(exchange, stages.headers(), wanted);
        return;
      }
      if (running > exchange.state.settings().inFlight()) {
        throw overloaded();
      }
      exchange.enter(Stage.AUTHENTICATE);
      stages.authenticate().run(exchange);
      exchange.enter(Stage.GATEKEEP);
      gatekeep.run(exchange);
      exchange.enter(Stage.RECEIVE);
      stages.receive().run(exchange);
      exchange.client.watch(exchange);
      exchange.enter(Stage.RESOLVE);
      resolve.run(exchange);
      rememberName(exchange);
      exchange.enter(Stage.ADMIT);
      admit.run(exchange);
      exchange.enter(Stage.GUARD);
      guard.run(exchange);
      if (exchange.countsHere) {
        exchange.enter(Stage.ATTEMPT);
        stages.countHere().run(exchange);
        return;
      }
      exchange.enter(Stage.RECALL);
      if (!stages.recall().run(exchange)) {
        exchange.enter(Stage.ATTEMPT);
        stages.attempt().run(exchange);
      }
    } catch (DenialException e) {
      deny(exchange, stages, e.denial());
    } catch (Verdict.Responded e) {
      respond(exchange, stages, e);
    } catch (ClientGoneException e) {
      exchange.cancel(CancelReason.CLIENT_GONE);
    } catch (UpstreamException e) {
      deny(
          exchange,
          stages,
          Denial.of(502, "internal_server_error", "The upstream's answer broke off."));
    } catch (IOException | RuntimeException e) {
      LOG.log(
          System.Logger.Level.ERROR,
          "request " + exchange.callId() + " failed inside the gateway",
          e);
      deny(exchange, stages, Denial.of(500, "internal_server_error", "Internal server error"));
    }
  }

  private static DenialException overloaded() {
    return new DenialException(
        Denial.of(
                503,
                "overloaded_error",
                "The gateway has as many requests in flight as headgate.server.in-flight allows.")
            .retryAfter(Duration.ofSeconds(1)));
  }

  /** Keeps the client's spelling of the model, with which the answer is stamped. */
  private static void rememberName(Exchange exchange) {
    ScannedEnvelope envelope = exchange.envelope;
    if (envelope == null || exchange.dialect() != Dialect.OPENAI) {
      return;
    }
    Span span = envelope.field("model");
    if (span.present()) {
      int from = exchange.client.bodyFrom();
      exchange.clientModel =
          Arrays.copyOfRange(exchange.client.body(), from + span.start(), from + span.end());
    } else if (exchange.pathModel != null) {
      exchange.clientModel = ErrorBody.quote(exchange.pathModel).getBytes(StandardCharsets.UTF_8);
    }
  }

  private void deny(Exchange exchange, Configured stages, Denial denial) {
    ClientSide client = exchange.client;
    if (exchange.cancelReason() == CancelReason.CLIENT_GONE || client.committed()) {
      client.abort();
      return;
    }
    exchange.status = denial.status();
    try {
      settle.run(exchange);
      byte[] body = ErrorBody.of(exchange.dialect(), denial);
      ResponseHead head = client.response(denial.status());
      head.header("content-type", "application/json");
      denial.retryAfter().ifPresent(after -> head.header("retry-after", seconds(after)));
      denial.headers().forEach(head::header);
      stages.headers().own(exchange, head);
      client.send(head, body, 0, body.length);
    } catch (ClientGoneException e) {
      exchange.cancel(CancelReason.CLIENT_GONE);
      client.abort();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "an error could not be sent", e);
      client.abort();
    }
  }

  private static long seconds(Duration after) {
    return Math.max(1, (after.toMillis() + 999) / 1000);
  }

  private void respond(Exchange exchange, Configured stages, Verdict.Responded answer) {
    exchange.status = answer.status();
    settle.run(exchange);
    ResponseHead head = exchange.client.response(answer.status());
    head.header("content-type", answer.contentType());
    stages.headers().own(exchange, head);
    Bytes body = answer.body();
    byte[] bytes = body.toArray();
    try {
      exchange.client.send(head, bytes, 0, bytes.length);
    } catch (ClientGoneException e) {
      exchange.cancel(CancelReason.CLIENT_GONE);
    }
  }

  /** Whatever happened, the exchange is settled and the client side is at an end. */
  private void finish(Exchange exchange) {
    ClientSide client = exchange.client;
    try {
      client.watch(null);
      if (exchange.cancelReason() == CancelReason.CLIENT_GONE) {
        exchange.status = 499;
      }
      if (exchange.operation().callsModel()) {
        settle.run(exchange);
      }
      meters.count(exchange);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "an exchange could not be settled", e);
    } finally {
      endCounting(exchange);
      Desk desk = exchange.desk;
      if (desk != null) {
        desk.clear();
      }
      client.releaseBody();
      if (!client.finished()) {
        client.abort();
      }
    }
  }

  private static void endCounting(Exchange exchange) {
    try {
      exchange.endCounting();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "a prompt could not be counted", e);
    }
  }

  @Override
  public void reject(ClientSide client, int status, String message) {
    CurrentState.Pin pin = current.pin();
    try {
      GatewayState state = pin.state();
      Exchange exchange =
          new Exchange(client, state, callIds.next(state.clock().millis()), state.clock().millis());
      client.head().classify(Operation.UNKNOWN, Dialect.OPENAI);
      exchange.timing = state.settings().serverTiming() ? Timing.of(exchange) : null;
      deny(
          exchange,
          stages(state),
          Denial.of(status, "invalid_request_error", "The request is malformed: " + message + "."));
      meters.count(exchange);
    } finally {
      pin.close();
    }
  }
}
