package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.answer.AnswerTap;
import dev.headgate.kernel.answer.OutputText;
import dev.headgate.kernel.envelope.ScannedEnvelope;
import dev.headgate.kernel.envelope.SplicedBody;
import dev.headgate.kernel.http.ClientSide;
import dev.headgate.kernel.http.InFlight;
import dev.headgate.kernel.http.ParsedHead;
import dev.headgate.kernel.routing.CandidateList;
import dev.headgate.kernel.routing.KernelDeployment;
import dev.headgate.kernel.routing.ModelGroup;
import dev.headgate.spi.AttributeKey;
import dev.headgate.spi.admission.LimitLedger;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.FailureClass;
import dev.headgate.spi.request.Envelope;
import dev.headgate.spi.request.ExchangeView;
import dev.headgate.spi.usage.Usage;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the stages. Its own thread reads and writes everything here but
 * for the few fields with which the watch thread ends what is overdue or abandoned.
 */
final class Exchange implements ExchangeView, InFlight {
  /**
   * How long an upstream may be waited for before the gateway looks whether the client is there.
   */
  private static final long LOOK_AFTER_NANOS = 100_000_000L;

  final ClientSide client;
  final GatewayState state;
  final byte[] callId;
  private final long startMillis;

  // Filled by the stages, in their order.
  @Nullable Desk desk;
  @Nullable Principal principal;
  @Nullable String pathModel;
  @Nullable ScannedEnvelope envelope;
  @Nullable SplicedBody body;
  @Nullable String model;
  byte @Nullable [] clientModel;
  @Nullable ModelGroup group;
  String tail = "";
  @Nullable CandidateList candidates;
  @Nullable KernelDeployment deployment;
  LimitLedger.@Nullable Reservation reservation;

  /** The reservation that the answer's headers tell of; outlives its settling. */
  LimitLedger.@Nullable Reservation shown;

  @Nullable RequestEstimate estimate;
  @Nullable List<String> warnings;
  boolean streaming;
  int attempts;
  int status;
  long upstreamNanos;
  long firstByteNanos = -1;
  long costNanos = -1;
  @Nullable Usage usage;
  @Nullable String answerId;
  @Nullable FailureClass failure;
  boolean settled;
  @Nullable Recording recording;
  @Nullable Timing timing;
  @Nullable AnswerTap tap;

  /** Whether the gateway itself answers with the count of the prompt, since no upstream can. */
  boolean countsHere;

  private @Nullable Map<AttributeKey<?>, Object> attributes;
  private @Nullable String endUser;
  private boolean endUserKnown;
  private @Nullable List<String> tags;
  private @Nullable String callIdText;

  // Shared with the watch thread.
  private final AtomicReference<@Nullable CancelReason> cancelled = new AtomicReference<>();
  private volatile @Nullable Runnable onCancel;
  private volatile long deadline;
  private volatile long total;
  private volatile @Nullable CancelReason overdueAs;
  private volatile long lookAt;

  Exchange(ClientSide client, GatewayState state, byte[] callId, long startMillis) {
    this.client = client;
    this.state = state;
    this.callId = callId;
    this.startMillis = startMillis;
  }

  // ---- what plugins see

  @Override
  public String callId() {
    String text = callIdText;
    if (text == null) {
      text = new String(callId, StandardCharsets.US_ASCII);
      callIdText = text;
    }
    return text;
  }

  @Override
  public ParsedHead head() {
    return client.head();
  }

  @Override
  public Principal principal() {
    Principal known = principal;
    if (known == null) {
      throw new IllegalStateException("the request has not been authenticated");
    }
    return known;
  }

  @Override
  public Envelope envelope() {
    Envelope known = envelope;
    if (known == null) {
      throw new IllegalStateException("the request's body has not been received, or it has none");
    }
    return known;
  }

  @Override
  public @Nullable String requestedModel() {
    return model;
  }

  @Override
  public @Nullable String endUser() {
    if (!endUserKnown) {
      endUser = Attribution.endUser(head(), envelope, state.settings().userHeader());
      endUserKnown = endUser != null || envelope != null;
    }
    return endUser;
  }

  @Override
  public List<String> tags() {
    List<String> known = tags;
    if (known == null) {
      known = Attribution.tags(head(), envelope);
      if (envelope != null) {
        tags = known;
      }
    }
    return known;
  }

  @Override
  public long startMillis() {
    return startMillis;
  }

  @Override
  public long startNanos() {
    return client.startNanos();
  }

  @Override
  public <T> @Nullable T get(AttributeKey<T> key) {
    return attributes == null ? null : key.type().cast(attributes.get(key));
  }

  @Override
  public <T> void put(AttributeKey<T> key, T value) {
    if (attributes == null) {
      attributes = new HashMap<>(4);
    }
    attributes.put(key, value);
  }

  /** Goes on to a stage. */
  void enter(Stage stage) {
    Timing kept = timing;
    if (kept != null) {
      kept.enter(stage);
    }
  }

  /** Keeps a piece of the answer for the caches, when one wants it. */
  void record(byte[] array, int from, int to) {
    Recording kept = recording;
    if (kept != null) {
      kept.add(array, from, to);
    }
  }

  /** Reads on the way what the answer tells of itself. */
  AnswerTap openTap() {
    AnswerTap opened;
    if (desk == null) {
      opened = new AnswerTap(dialect());
    } else {
      opened = desk.tap;
      opened.begin(dialect());
    }
    if (MissingUsage.wanted(this)) {
      opened.keep(new OutputText());
    }
    tap = opened;
    return opened;
  }

  /** The counts that are under way look at the body no more. */
  void endCounting() {
    RequestEstimate known = estimate;
    if (known != null) {
      known.end();
    }
  }

  /** Takes over what an answer told of itself. */
  void learn(AnswerTap tap, Answer answer) {
    answerId = tap.id();
    usage = answer.usage().orElse(tap.usage());
  }

  // ---- deadlines and the client's leaving

  /** States what the exchange now waits for, and until when. */
  void waitUntil(long deadlineNanos, CancelReason reason) {
    overdueAs = reason;
    deadline = deadlineNanos;
  }

  /** States until when the whole call may last; 0 for no such bound. */
  void endBy(long deadlineNanos) {
    total = deadlineNanos;
  }

  /** The exchange now waits for its upstream: the client may be looked for from soon on. */
  void awaitUpstream(long now) {
    lookAt = now + LOOK_AFTER_NANOS;
  }

  /** The exchange does not wait for its upstream any more. */
  void rest() {
    lookAt = 0;
    deadline = 0;
  }

  @Override
  public void tick(long now) {
    long until = deadline;
    CancelReason reason = overdueAs;
    if (until != 0 && now - until > 0 && reason != null) {
      cancel(reason);
      return;
    }
    until = total;
    if (until != 0 && now - until > 0) {
      cancel(CancelReason.TOTAL_TIMEOUT);
      return;
    }
    long look = lookAt;
    if (look != 0 && now - look > 0) {
      // Set before looking: the exchange's thread may meanwhile have moved on and set it anew.
      lookAt = now + LOOK_AFTER_NANOS;
      if (client.gone()) {
        cancel(CancelReason.CLIENT_GONE);
      }
    }
  }

  /** Ends the exchange from outside; the first reason counts. */
  void cancel(CancelReason reason) {
    if (cancelled.compareAndSet(null, reason)) {
      Runnable action = onCancel;
      if (action != null) {
        action.run();
      }
    }
  }

  @Nullable CancelReason cancelReason() {
    return cancelled.get();
  }

  void onCancel(@Nullable Runnable action) {
    onCancel = action;
    if (action != null && cancelled.get() != null) {
      action.run();
    }
  }
}
