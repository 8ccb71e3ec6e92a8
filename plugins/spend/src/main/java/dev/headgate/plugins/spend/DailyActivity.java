package dev.headgate.plugins.spend;

import dev.headgate.spi.http.RouteResponse;
import dev.headgate.spi.state.RecordSums;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Sums of days with their breakdowns, in LiteLLM's shape. */
final class DailyActivity {
  private static final int MOST_KEYS = 100;

  private DailyActivity() {}

  static void write(
      List<RecordSums> days,
      List<RecordSums> models,
      List<RecordSums> providers,
      List<RecordSums> keys,
      RouteResponse response)
      throws IOException {
    try (OutputStream out = response.stream("application/json");
        JsonGenerator json = LogRow.JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeName("results");
      json.writeStartArray();
      for (RecordSums day : days.reversed()) {
        json.writeStartObject();
        long number = day.number("day");
        json.writeStringProperty(
            "date", "%04d-%02d-%02d".formatted(number / 10_000, number / 100 % 100, number % 100));
        metrics(json, day);
        json.writeName("breakdown");
        json.writeStartObject();
        breakdown(json, "models", number, models, sum -> sum.text("model_group"));
        breakdown(json, "providers", number, providers, sum -> sum.text("provider"));
        breakdown(json, "api_keys", number, keys, sum -> sum.text("api_key"));
        json.writeEndObject();
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeName("metadata");
      json.writeStartObject();
      json.writeNumberProperty("total_spend", Arithmetic.dollars(total(days, "spend")));
      for (String count :
          List.of(
              "prompt_tokens",
              "completion_tokens",
              "cache_read_input_tokens",
              "cache_creation_input_tokens",
              "api_requests",
              "successful_requests",
              "failed_requests")) {
        json.writeNumberProperty("total_" + count, total(days, count));
      }
      json.writeNumberProperty(
          "total_tokens", total(days, "prompt_tokens") + total(days, "completion_tokens"));
      json.writeEndObject();
      json.writeEndObject();
    }
  }

  private static long total(List<RecordSums> days, String column) {
    return days.stream().mapToLong(day -> day.sum(column)).sum();
  }

  private static void breakdown(
      JsonGenerator json,
      String name,
      long day,
      List<RecordSums> sums,
      Function<RecordSums, String> key) {
    Map<String, RecordSums> ofDay = new TreeMap<>();
    sums.stream()
        .filter(sum -> sum.number("day") == day)
        .sorted((a, b) -> Long.compare(b.sum("spend"), a.sum("spend")))
        .limit(MOST_KEYS)
        .forEach(sum -> ofDay.put(key.apply(sum), sum));
    json.writeName(name);
    json.writeStartObject();
    ofDay.forEach((group, sum) -> {
      json.writeName(group);
      json.writeStartObject();
      metrics(json, sum);
      json.writeEndObject();
    });
    json.writeEndObject();
  }

  private static void metrics(JsonGenerator json, RecordSums sum) {
    json.writeName("metrics");
    json.writeStartObject();
    json.writeNumberProperty("spend", Arithmetic.dollars(sum.sum("spend")));
    json.writeNumberProperty("prompt_tokens", sum.sum("prompt_tokens"));
    json.writeNumberProperty("completion_tokens", sum.sum("completion_tokens"));
    json.writeNumberProperty(
        "total_tokens", sum.sum("prompt_tokens") + sum.sum("completion_tokens"));
    json.writeNumberProperty("cache_read_input_tokens", sum.sum("cache_read_input_tokens"));
    json.writeNumberProperty("cache_creation_input_tokens", sum.sum("cache_creation_input_tokens"));
    json.writeNumberProperty("api_requests", sum.sum("api_requests"));
    json.writeNumberProperty("successful_requests", sum.sum("successful_requests"));
    json.writeNumberProperty("failed_requests", sum.sum("failed_requests"));
    json.writeEndObject();
  }
}
