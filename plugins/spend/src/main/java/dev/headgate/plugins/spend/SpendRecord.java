package dev.headgate.plugins.spend;

import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.usage.Usage;
import dev.headgate.spi.usage.UsageEvent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One finished call as the journal and the store keep it. Texts that are not known are empty.
 *
 * @param callId the gateway's own id: a call is counted once by it
 * @param entities what it is booked on: kind and id in one, such as {@code team:t1}
 */
record SpendRecord(
    String callId,
    String answerId,
    long startMillis,
    long endMillis,
    long firstByteMillis,
    long costNanos,
    long inputTokens,
    long outputTokens,
    long cacheReadTokens,
    long cacheWriteTokens,
    long reasoningTokens,
    boolean estimated,
    String status,
    int httpStatus,
    String errorClass,
    String callType,
    String model,
    String group,
    String deploymentId,
    String provider,
    String keyId,
    String keyAlias,
    String userId,
    String teamId,
    String organizationId,
    String endUser,
    String remoteAddress,
    List<String> entities,
    List<String> tags) {

  private static final byte VERSION = 1;

  static SpendRecord of(UsageEvent event) {
    Principal principal = event.principal();
    Usage usage = event.usage().orElse(null);
    return new SpendRecord(
        event.callId(),
        event.answerId().orElse(""),
        event.startMillis(),
        event.endMillis(),
        event.firstByteNanos() < 0 ? -1 : event.startMillis() + event.firstByteNanos() / 1_000_000,
        Math.max(0, event.costNanos()),
        usage == null ? 0 : usage.inputTokens(),
        usage == null ? 0 : usage.outputTokens(),
        usage == null ? 0 : usage.cacheReadTokens(),
        usage == null ? 0 : usage.cacheWriteTokens(),
        usage == null ? 0 : usage.reasoningTokens(),
        usage != null && usage.estimated(),
        event.status().name().toLowerCase(Locale.ROOT),
        event.httpStatus(),
        text(event.errorClass()),
        event.route(),
        text(event.upstreamModel() == null ? event.requestedModel() : event.upstreamModel()),
        text(event.group()),
        text(event.deploymentId()),
        text(event.provider()),
        principal.keyId(),
        principal.keyAlias().orElse(""),
        principal.userId().orElse(""),
        principal.teamId().orElse(""),
        principal.organizationId().orElse(""),
        text(event.endUser()),
        event.remoteAddress(),
        entities(event, principal),
        event.tags());
  }

  private static String text(@org.jspecify.annotations.Nullable String text) {
    return text == null ? "" : text;
  }

  private static List<String> entities(UsageEvent event, Principal principal) {
    List<String> entities = new ArrayList<>(6);
    List<LimitedEntity> known = principal.entities();
    for (int i = 0; i < known.size(); i++) {
      entities.add(id(known.get(i).kind(), known.get(i).id()));
    }
    if (known.isEmpty()) {
      entities.add(id(LimitedEntity.Kind.KEY, principal.keyId()));
      principal.userId().ifPresent(user -> entities.add(id(LimitedEntity.Kind.USER, user)));
      principal.teamId().ifPresent(team -> entities.add(id(LimitedEntity.Kind.TEAM, team)));
    }
    if (event.endUser() != null) {
      entities.add(id(LimitedEntity.Kind.END_USER, event.endUser()));
    }
    for (String tag : event.tags()) {
      entities.add(id(LimitedEntity.Kind.TAG, tag));
    }
    return entities;
  }

  /** Kind and id of an entity in one. */
  static String id(LimitedEntity.Kind kind, String id) {
    return kind.name().toLowerCase(Locale.ROOT) + ':' + id;
  }

  long totalTokens() {
    return inputTokens + outputTokens;
  }

  boolean succeeded() {
    return status.equals("success");
  }

  // ---- the journal's form

  void write(RecordBuffer out) {
    out.b(VERSION);
    for (String text :
        List.of(
            callId,
            answerId,
            status,
            errorClass,
            callType,
            model,
            group,
            deploymentId,
            provider,
            keyId,
            keyAlias,
            userId,
            teamId,
            organizationId,
            endUser,
            remoteAddress)) {
      out.text(text);
    }
    out.number(startMillis);
    out.number(endMillis);
    out.number(firstByteMillis);
    out.number(costNanos);
    out.number(inputTokens);
    out.number(outputTokens);
    out.number(cacheReadTokens);
    out.number(cacheWriteTokens);
    out.number(reasoningTokens);
    out.b((byte) (estimated ? 1 : 0));
    out.number(httpStatus);
    out.texts(entities);
    out.texts(tags);
  }

  static SpendRecord read(ByteBuffer in) {
    byte version = in.get();
    if (version != VERSION) {
      throw new IllegalArgumentException("a record of version " + version);
    }
    String callId = RecordBuffer.text(in);
    String answerId = RecordBuffer.text(in);
    String status = RecordBuffer.text(in);
    String errorClass = RecordBuffer.text(in);
    String callType = RecordBuffer.text(in);
    String model = RecordBuffer.text(in);
    String group = RecordBuffer.text(in);
    String deploymentId = RecordBuffer.text(in);
    String provider = RecordBuffer.text(in);
    String keyId = RecordBuffer.text(in);
    String keyAlias = RecordBuffer.text(in);
    String userId = RecordBuffer.text(in);
    String teamId = RecordBuffer.text(in);
    String organizationId = RecordBuffer.text(in);
    String endUser = RecordBuffer.text(in);
    String remoteAddress = RecordBuffer.text(in);
    long start = in.getLong();
    long end = in.getLong();
    long firstByte = in.getLong();
    long cost = in.getLong();
    long input = in.getLong();
    long output = in.getLong();
    long cacheRead = in.getLong();
    long cacheWrite = in.getLong();
    long reasoning = in.getLong();
    boolean estimated = in.get() != 0;
    int httpStatus = (int) in.getLong();
    return new SpendRecord(
        callId,
        answerId,
        start,
        end,
        firstByte,
        cost,
        input,
        output,
        cacheRead,
        cacheWrite,
        reasoning,
        estimated,
        status,
        httpStatus,
        errorClass,
        callType,
        model,
        group,
        deploymentId,
        provider,
        keyId,
        keyAlias,
        userId,
        teamId,
        organizationId,
        endUser,
        remoteAddress,
        RecordBuffer.texts(in),
        RecordBuffer.texts(in));
  }
}
