package dev.headgate.plugins.spend;

import dev.headgate.spi.Denial;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.http.RouteContributor;
import dev.headgate.spi.http.RouteRequest;
import dev.headgate.spi.http.RouteResponse;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.RecordQuery.Comparison;
import dev.headgate.spi.state.RecordSums;
import dev.headgate.spi.state.StoredRecord;
import dev.headgate.spi.usage.Usage;
import java.io.IOException;
import java.io.OutputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Reports of spend, in LiteLLM's shapes. */
final class SpendRoutes implements RouteContributor {
  private static final int PAGE = 1_000;
  private static final List<String> COUNTS =
      List.of(
          "spend",
          "prompt_tokens",
          "completion_tokens",
          "cache_read_input_tokens",
          "cache_creation_input_tokens",
          "api_requests",
          "successful_requests",
          "failed_requests");

  private final Books books;
  private final Prices prices;
  private final Drain drain;

  SpendRoutes(Books books, Prices prices, Drain drain) {
    this.books = books;
    this.prices = prices;
    this.drain = drain;
  }

  @Override
  public String name() {
    return "spend";
  }

  @Override
  public List<Route> routes() {
    Route.Access access = Route.Access.AUTHENTICATED;
    return List.of(
        Route.of("GET", "/spend/logs", access, this::logs),
        Route.of("GET", "/spend/logs/v2", access, this::pages),
        Route.of("GET", "/spend/keys", Route.Access.ADMIN, (in, out) -> entities("key", in, out)),
        Route.of("GET", "/spend/users", Route.Access.ADMIN, (in, out) -> entities("user", in, out)),
        Route.of("GET", "/spend/tags", Route.Access.ADMIN, (in, out) -> entities("tag", in, out)),
        Route.of("POST", "/spend/calculate", access, this::calculate),
        Route.of("GET", "/global/spend", Route.Access.ADMIN, this::everything),
        Route.of("GET", "/global/spend/logs", Route.Access.ADMIN, this::perDay),
        Route.of("GET", "/global/spend/report", Route.Access.ADMIN, this::report),
        activity("/user/daily/activity", "user", "user_id"),
        activity("/team/daily/activity", "team", "team_ids"),
        activity("/tag/daily/activity", "tag", "tags"),
        activity("/organization/daily/activity", "organization", "organization_ids"),
        activity("/customer/daily/activity", "end_user", "end_user_ids"));
  }

  private Route activity(String path, String kind, String parameter) {
    return Route.of(
        "GET",
        path,
        Route.Access.AUTHENTICATED,
        (request, response) -> daily(kind, parameter, request, response));
  }

  // ---- the log

  private RecordQuery asked(RouteRequest request) {
    RecordQuery query = RecordQuery.all();
    for (Map.Entry<String, String> filter :
        Map.of(
                "request_id", "request_id",
                "api_key", "api_key",
                "user_id", "user_id",
                "team_id", "team_id",
                "end_user", "end_user",
                "model", "model_group")
            .entrySet()) {
      Optional<String> value = request.query(filter.getKey()).filter(text -> !text.isBlank());
      if (value.isPresent()) {
        query = query.equal(filter.getValue(), hash(filter.getKey(), value.get()));
      }
    }
    Optional<Long> start = request.query("start_date").map(text -> millis("start_date", text, 0));
    if (start.isPresent()) {
      query = query.where("start_time", Comparison.AT_LEAST, start.get());
    }
    Optional<Long> end = request.query("end_date").map(text -> millis("end_date", text, 1));
    if (end.isPresent()) {
      query = query.where("start_time", Comparison.LESS, end.get());
    }
    return own(request, query);
  }

  /** A key in the open becomes the hash that it is booked on. */
  private static String hash(String parameter, String value) {
    return parameter.equals("api_key") && value.startsWith("sk-") ? KeyHash.of(value) : value;
  }

  /** Whoever is no administrator sees its own. */
  private static RecordQuery own(RouteRequest request, RecordQuery query) {
    Principal caller = request.principal().orElseThrow();
    if (seesAll(caller)) {
      return query;
    }
    return caller
        .userId()
        .map(user -> query.equal("user_id", user))
        .orElseGet(() -> query.equal("api_key", caller.keyId()));
  }

  private static boolean seesAll(Principal caller) {
    return caller.roles().contains(Principal.Role.ADMIN)
        || caller.roles().contains(Principal.Role.ADMIN_VIEWER);
  }

  private void logs(RouteRequest request, RouteResponse response) throws IOException {
    drain.run();
    boolean dated =
        request.query("start_date").isPresent() && request.query("end_date").isPresent();
    if (dated && request.query("summarize").map(text -> !text.equals("false")).orElse(true)) {
      summarized(request, response);
      return;
    }
    RecordQuery query = asked(request).descending("start_time").first(PAGE);
    try (OutputStream out = response.stream("application/json");
        JsonGenerator json = LogRow.JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartArray();
      List<StoredRecord> rows = books.log().find(query);
      while (!rows.isEmpty()) {
        for (StoredRecord row : rows) {
          LogRow.write(json, row);
        }
        rows =
            rows.size() < PAGE
                ? List.of()
                : books.log().find(query.after(rows.get(rows.size() - 1)));
      }
      json.writeEndArray();
    }
  }

  private void pages(RouteRequest request, RouteResponse response) throws IOException {
    drain.run();
    int page = number(request, "page", 1, 1_000_000);
    int size = number(request, "page_size", 50, PAGE);
    RecordQuery query = asked(request).descending("start_time");
    long total = books.log().count(query);
    List<StoredRecord> rows = books.log().find(query.page((page - 1) * size, size));
    try (OutputStream out = response.stream("application/json");
        JsonGenerator json = LogRow.JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeName("data");
      json.writeStartArray();
      for (StoredRecord row : rows) {
        LogRow.write(json, row);
      }
      json.writeEndArray();
      json.writeNumberProperty("total", total);
      json.writeNumberProperty("page", page);
      json.writeNumberProperty("page_size", size);
      json.writeNumberProperty("total_pages", (total + size - 1) / size);
      json.writeEndObject();
    }
  }

  private static int number(RouteRequest request, String name, int otherwise, int most) {
    Optional<String> text = request.query(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      int value = Integer.parseInt(text.get());
      if (value >= 1 && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // refused below, like a number that is out of bounds
    }
    throw wrong(name, "a number from 1 to " + most);
  }

  private static DenialException wrong(String name, String allowed) {
    return new DenialException(
        Denial.of(400, "invalid_request_error", name + " must be " + allowed + ".").param(name));
  }

  /** A day, or a moment; of a day, its first millisecond or that of a day after it. */
  private static long millis(String name, String text, int daysAfter) {
    try {
      if (text.length() == 10) {
        return date(name, text)
            .plusDays(daysAfter)
            .atStartOfDay(ZoneOffset.UTC)
            .toInstant()
            .toEpochMilli();
      }
      String iso = text.replace(' ', 'T');
      return Instant.parse(iso.endsWith("Z") ? iso : iso + "Z").toEpochMilli();
    } catch (DateTimeException e) {
      throw wrong(name, "a date such as 2026-12-01 or a time such as 2026-12-01T10:00:00Z");
    }
  }

  private static LocalDate date(String name, String text) {
    try {
      return LocalDate.parse(text.length() > 10 ? text.substring(0, 10) : text);
    } catch (DateTimeException e) {
      throw wrong(name, "a date such as 2026-12-01");
    }
  }

  // ---- sums

  /** Sums of days between two dates, of one kind of entity. */
  private RecordQuery between(String kind, RouteRequest request) {
    RecordQuery query = RecordQuery.all().equal("kind", kind).first(RecordQuery.MOST);
    Optional<String> start = request.query("start_date");
    Optional<String> end = request.query("end_date");
    if (start.isPresent()) {
      query = query.where("day", Comparison.AT_LEAST, Books.day(date("start_date", start.get())));
    }
    if (end.isPresent()) {
      query =
          query.where("day", Comparison.LESS, Books.day(date("end_date", end.get()).plusDays(1)));
    }
    return query;
  }

  private void summarized(RouteRequest request, RouteResponse response) throws IOException {
    Principal caller = request.principal().orElseThrow();
    Optional<String> key = request.query("api_key").map(text -> hash("api_key", text));
    Optional<String> user = request.query("user_id");
    if (!seesAll(caller)) {
      user = caller.userId();
      key = user.isPresent() ? Optional.empty() : Optional.of(caller.keyId());
    }
    Optional<String> owner = user;
    String kind = key.isPresent() ? "key" : user.isPresent() ? "user" : Books.ALL;
    RecordQuery query = between(kind, request).equal("entity", key.or(() -> owner).orElse(""));
    Map<Long, Map<String, Long>> models = new TreeMap<>();
    Map<Long, Long> totals = new TreeMap<>();
    for (RecordSums sum : books.days().sums(query, List.of("day", "model_group"), COUNTS)) {
      models
          .computeIfAbsent(sum.number("day"), day -> new LinkedHashMap<>())
          .put(sum.text("model_group"), sum.sum("spend"));
      totals.merge(sum.number("day"), sum.sum("spend"), Long::sum);
    }
    try (OutputStream out = response.stream("application/json");
        JsonGenerator json = LogRow.JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartArray();
      for (Map.Entry<Long, Long> total : totals.entrySet()) {
        json.writeStartObject();
        json.writeStringProperty("startTime", iso(total.getKey()));
        json.writeNumberProperty("spend", Arithmetic.dollars(total.getValue()));
        json.writeName("models");
        json.writeStartObject();
        for (Map.Entry<String, Long> model :
            models.getOrDefault(total.getKey(), Map.of()).entrySet()) {
          json.writeNumberProperty(model.getKey(), Arithmetic.dollars(model.getValue()));
        }
        json.writeEndObject();
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }

  private static String iso(long day) {
    return "%04d-%02d-%02d".formatted(day / 10_000, day / 100 % 100, day % 100);
  }

  private void entities(String kind, RouteRequest request, RouteResponse response)
      throws IOException {
    drain.run();
    int limit = number(request, "limit", PAGE, RecordQuery.MOST);
    List<StoredRecord> sums = books.sums().find(RecordQuery.all().equal("kind", kind).first(limit));
    String name =
        switch (kind) {
          case "key" -> "token";
          case "tag" -> "individual_request_tag";
          default -> kind + "_id";
        };
    try (OutputStream out = response.stream("application/json");
        JsonGenerator json = LogRow.JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartArray();
      for (StoredRecord sum : sums) {
        json.writeStartObject();
        json.writeStringProperty(name, sum.text("entity").orElse(""));
        json.writeNumberProperty(
            kind.equals("tag") ? "total_spend" : "spend", Arithmetic.dollars(sum.number("spend")));
        json.writeNumberProperty("log_count", sum.number("requests"));
        json.writeNumberProperty("prompt_tokens", sum.number("prompt_tokens"));
        json.writeNumberProperty("completion_tokens", sum.number("completion_tokens"));
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }

  private void everything(RouteRequest request, RouteResponse response) throws IOException {
    drain.run();
    long spent = books.sums().get(Books.ALL + ":").map(sum -> sum.number("spend")).orElse(0L);
    response.send(
        "application/json",
        "{\"spend\":" + Arithmetic.dollars(spent).toPlainString() + ",\"max_budget\":0}");
  }

  private void perDay(RouteRequest request, RouteResponse response) throws IOException {
    drain.run();
    try (OutputStream out = response.stream("application/json");
        JsonGenerator json = LogRow.JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartArray();
      for (RecordSums sum :
          books.days().sums(between(Books.ALL, request), List.of("day"), COUNTS)) {
        json.writeStartObject();
        json.writeStringProperty("date", iso(sum.number("day")));
        json.writeNumberProperty("spend", Arithmetic.dollars(sum.sum("spend")));
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }

  private void report(RouteRequest request, RouteResponse response) throws IOException {
    drain.run();
    String by = request.query("group_by").orElse("team");
    String kind =
        switch (by) {
          case "team" -> "team";
          case "customer" -> "end_user";
          case "api_key" -> "key";
          case "internal_user_id", "user" -> "user";
          default -> throw wrong("group_by", "team, customer, api_key or internal_user_id");
        };
    List<RecordSums> sums =
        books.days().sums(between(kind, request), List.of("day", "entity", "model_group"), COUNTS);
    Map<Long, Map<String, Map<String, RecordSums>>> days = new TreeMap<>();
    for (RecordSums sum : sums) {
      days.computeIfAbsent(sum.number("day"), day -> new TreeMap<>())
          .computeIfAbsent(sum.text("entity"), entity -> new TreeMap<>())
          .put(sum.text("model_group"), sum);
    }
    try (OutputStream out = response.stream("application/json");
        JsonGenerator json = LogRow.JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartArray();
      days.forEach((day, entities) -> day(json, by, day, entities));
      json.writeEndArray();
    }
  }

  private static void day(
      JsonGenerator json, String by, long day, Map<String, Map<String, RecordSums>> entities) {
    String name =
        switch (by) {
          case "customer" -> "customer";
          case "api_key" -> "api_key";
          case "team" -> "team_name";
          default -> "internal_user_id";
        };
    json.writeStartObject();
    json.writeStringProperty("group_by_day", iso(day));
    json.writeName(by.equals("team") ? "teams" : by.equals("customer") ? "customers" : "entities");
    json.writeStartArray();
    entities.forEach((entity, models) -> {
      json.writeStartObject();
      json.writeStringProperty(name, entity);
      json.writeNumberProperty(
          "total_spend",
          Arithmetic.dollars(models.values().stream().mapToLong(s -> s.sum("spend")).sum()));
      json.writeName("metadata");
      json.writeStartArray();
      models.forEach((model, sum) -> {
        json.writeStartObject();
        json.writeStringProperty("model", model);
        json.writeNumberProperty("spend", Arithmetic.dollars(sum.sum("spend")));
        json.writeNumberProperty(
            "total_tokens", sum.sum("prompt_tokens") + sum.sum("completion_tokens"));
        json.writeNumberProperty("api_requests", sum.sum("api_requests"));
        json.writeEndObject();
      });
      json.writeEndArray();
      json.writeEndObject();
    });
    json.writeEndArray();
    json.writeEndObject();
  }

  private void daily(String kind, String parameter, RouteRequest request, RouteResponse response)
      throws IOException {
    drain.run();
    Principal caller = request.principal().orElseThrow();
    Optional<String> wanted = request.query(parameter).filter(text -> !text.isBlank());
    RecordQuery query;
    if (kind.equals("user") && !seesAll(caller)) {
      query = between("user", request).equal("entity", caller.userId().orElse(""));
    } else if (!seesAll(caller)) {
      throw new DenialException(
          Denial.of(403, "permission_error", "Only administrators see the activity of others."));
    } else if (wanted.isPresent()) {
      query =
          between(kind, request)
              .where("entity", Comparison.ONE_OF, List.of(wanted.get().split(",", -1)));
    } else {
      query = between(kind.equals("user") ? Books.ALL : kind, request);
    }
    DailyActivity.write(
        books.days().sums(query, List.of("day"), COUNTS),
        books.days().sums(query, List.of("day", "model_group"), COUNTS),
        books.days().sums(query, List.of("day", "provider"), COUNTS),
        books.days().sums(query, List.of("day", "api_key"), COUNTS),
        response);
  }

  private void calculate(RouteRequest request, RouteResponse response) throws IOException {
    Calculation asked = Calculation.of(request.body().toArray());
    long cost =
        prices
            .cost(asked.model(), Usage.of(asked.inputTokens(), asked.outputTokens()))
            .totalNanos();
    if (cost < 0) {
      throw wrong("model", "a model whose price is known");
    }
    response.send(
        "application/json", "{\"cost\":" + Arithmetic.dollars(cost).toPlainString() + "}");
  }
}
