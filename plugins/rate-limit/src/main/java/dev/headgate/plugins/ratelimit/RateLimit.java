package dev.headgate.plugins.ratelimit;

import dev.headgate.spi.Denial;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.admission.Estimate;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.admission.LimitHeader;
import dev.headgate.spi.auth.EntityLimit;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.usage.Usage;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One rate limit of one entity. */
final class RateLimit implements Limit {
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** What a request that does not say how much it wants is taken to produce, at most. */
  private static final long USUAL_OUTPUT = 1_024;

  private final LimitedEntity entity;
  private final EntityLimit rate;
  private final CountedTokens counted;
  private final GatewayClock clock;
  private final String tenant;
  private final String counterId;
  private final String scope;
  private final String type;
  private final List<LimitHeader> headers;

  RateLimit(LimitedEntity entity, EntityLimit rate, CountedTokens counted, GatewayClock clock) {
    this.entity = entity;
    this.rate = rate;
    this.counted = counted;
    this.clock = clock;
    this.scope = scope(entity.kind(), rate.model().isPresent());
    this.type =
        switch (rate.kind()) {
          case REQUESTS -> "requests";
          case TOKENS -> "tokens";
          default -> "max_parallel_requests";
        };
    this.tenant = entity.kind().name().toLowerCase(Locale.ROOT) + ':' + entity.id();
    this.counterId =
        type
            + ':'
            + tenant
            + rate.model().map(model -> ":model:" + model).orElse("")
            + (rate.kind() == Kind.PARALLEL ? "" : ":window:" + rate.length());
    this.headers = headers(rate, scope, type);
  }

  private static String scope(LimitedEntity.Kind kind, boolean model) {
    String name =
        switch (kind) {
          case KEY -> model ? "key" : "api_key";
          case TEAM_MEMBER -> "team_member";
          case END_USER -> "end_user";
          default -> kind.name().toLowerCase(Locale.ROOT);
        };
    return model ? "model_per_" + name : name;
  }

  private static List<LimitHeader> headers(EntityLimit rate, String scope, String type) {
    List<LimitHeader> headers = new ArrayList<>();
    String scoped = "x-ratelimit-" + scope;
    headers.add(new LimitHeader(scoped + "-limit-" + type, LimitHeader.Value.LIMIT));
    headers.add(new LimitHeader(scoped + "-remaining-" + type, LimitHeader.Value.REMAINING));
    if (scope.equals("api_key") && rate.kind() != Kind.PARALLEL) {
      headers.add(new LimitHeader("x-ratelimit-limit-" + type, LimitHeader.Value.LIMIT));
      headers.add(new LimitHeader("x-ratelimit-remaining-" + type, LimitHeader.Value.REMAINING));
      headers.add(new LimitHeader("x-ratelimit-reset-" + type, LimitHeader.Value.RESET_SECONDS));
    }
    if (scope.equals("model_per_key") && rate.kind() != Kind.PARALLEL) {
      String model = rate.model().orElse("").replaceAll("[^A-Za-z0-9._-]", "-");
      headers.add(
          new LimitHeader(
              "x-litellm-key-remaining-" + type + "-" + model.toLowerCase(Locale.ROOT),
              LimitHeader.Value.REMAINING));
    }
    return List.copyOf(headers);
  }

  boolean appliesTo(@Nullable String model) {
    return rate.model().isEmpty() || (model != null && rate.appliesTo(model));
  }

  /** Whether it concerns every model, so that it can be judged before the body is read. */
  boolean concernsAll() {
    return rate.model().isEmpty();
  }

  /** What a request holds. */
  long hold(Estimate estimate, long askedOutput) {
    if (rate.kind() != Kind.TOKENS) {
      return 1;
    }
    long output = askedOutput >= 0 ? askedOutput : Math.min(USUAL_OUTPUT, rate.amount() / 4);
    return counted.of(estimate.inputTokensAtMost(), output);
  }

  @Override
  public String counterId() {
    return counterId;
  }

  @Override
  public String tenant() {
    return tenant;
  }

  @Override
  public Kind kind() {
    return rate.kind();
  }

  @Override
  public Window window() {
    return rate.kind() == Kind.PARALLEL ? Window.NONE : rate.window();
  }

  @Override
  public Duration length() {
    return rate.length();
  }

  @Override
  public long amount() {
    return rate.amount();
  }

  @Override
  public long tokensOf(Usage usage) {
    return counted.of(usage);
  }

  @Override
  public List<LimitHeader> headers() {
    return headers;
  }

  @Override
  public Denial denial(long used, long resetMillis) {
    long now = clock.millis();
    long wait = resetMillis == 0 ? 1 : Math.max(1, (resetMillis - now + 999) / 1000);
    long remaining = Math.max(0, rate.amount() - used);
    Denial denial =
        Denial.of(
                429,
                "throttling_error",
                "Rate limit exceeded for "
                    + scope
                    + ": "
                    + entity.id()
                    + rate.model().map(model -> " and model " + model).orElse("")
                    + ". Limit type: "
                    + type
                    + ". Current limit: "
                    + rate.amount()
                    + ", Remaining: "
                    + remaining
                    + (resetMillis == 0
                        ? ". A request that ends makes room"
                        : ". Limit resets at: " + UTC.format(Instant.ofEpochMilli(resetMillis))))
            .retryAfter(Duration.ofSeconds(wait))
            .header("rate_limit_type", type);
    for (LimitHeader header : headers) {
      denial =
          denial.header(
              header.name(),
              Long.toString(
                  switch (header.value()) {
                    case LIMIT -> rate.amount();
                    case REMAINING -> remaining;
                    case RESET_SECONDS -> wait;
                  }));
    }
    return resetMillis == 0
        ? denial
        : denial.header("reset_at", Instant.ofEpochMilli(resetMillis).toString());
  }
}
