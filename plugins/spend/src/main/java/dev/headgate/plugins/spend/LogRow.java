package dev.headgate.plugins.spend;

import dev.headgate.spi.state.StoredRecord;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A call in the form of LiteLLM's spend logs. */
final class LogRow {
  static final JsonFactory JSON = JsonFactory.builder().build();

  private LogRow() {}

  /** What the columns do not hold, as the document of the record. */
  static String document(SpendRecord record) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeStringProperty("call_type", record.callType());
      json.writeStringProperty("model", record.model());
      json.writeStringProperty("model_id", record.deploymentId());
      json.writeStringProperty("custom_llm_provider", record.provider());
      json.writeStringProperty("key_alias", record.keyAlias());
      json.writeStringProperty("requester_ip_address", record.remoteAddress());
      json.writeNumberProperty("http_status", record.httpStatus());
      json.writeStringProperty("error_class", record.errorClass());
      json.writeNumberProperty("first_byte", record.firstByteMillis());
      json.writeNumberProperty("cache_read", record.cacheReadTokens());
      json.writeNumberProperty("cache_write", record.cacheWriteTokens());
      json.writeNumberProperty("reasoning", record.reasoningTokens());
      json.writeBooleanProperty("estimated", record.estimated());
      json.writeName("tags");
      json.writeStartArray();
      for (String tag : record.tags()) {
        json.writeString(tag);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.toString();
  }

  /** Writes a row as LiteLLM's routes show it. */
  static void write(JsonGenerator json, StoredRecord row) {
    LogDocument more = LogDocument.of(row.document());
    long start = row.number("start_time");
    long end = row.number("end_time");
    long prompt = row.number("prompt_tokens");
    long completion = row.number("completion_tokens");
    json.writeStartObject();
    json.writeStringProperty("request_id", row.text("request_id").orElse(row.key()));
    json.writeStringProperty("litellm_call_id", row.key());
    json.writeStringProperty("call_type", more.text("call_type"));
    json.writeStringProperty("api_key", row.text("api_key").orElse(""));
    json.writeNumberProperty("spend", Arithmetic.dollars(row.number("spend")));
    json.writeNumberProperty("total_tokens", prompt + completion);
    json.writeNumberProperty("prompt_tokens", prompt);
    json.writeNumberProperty("completion_tokens", completion);
    json.writeStringProperty("startTime", Instant.ofEpochMilli(start).toString());
    json.writeStringProperty("endTime", Instant.ofEpochMilli(end).toString());
    json.writeNumberProperty("request_duration_ms", end - start);
    long first = more.number("first_byte");
    json.writeStringProperty(
        "completionStartTime", Instant.ofEpochMilli(first < 0 ? end : first).toString());
    json.writeStringProperty("model", more.text("model"));
    json.writeStringProperty("model_id", more.text("model_id"));
    json.writeStringProperty("model_group", row.text("model_group").orElse(""));
    json.writeStringProperty("custom_llm_provider", more.text("custom_llm_provider"));
    json.writeStringProperty("user", row.text("user_id").orElse(""));
    json.writeStringProperty("team_id", row.text("team_id").orElse(""));
    json.writeStringProperty("organization_id", row.text("organization_id").orElse(""));
    json.writeStringProperty("end_user", row.text("end_user").orElse(""));
    json.writeStringProperty("requester_ip_address", more.text("requester_ip_address"));
    json.writeStringProperty("status", row.text("status").orElse(""));
    json.writeStringProperty("cache_hit", "False");
    json.writeName("request_tags");
    strings(json, more.tags());
    json.writeName("metadata");
    json.writeStartObject();
    json.writeStringProperty("user_api_key_alias", more.text("key_alias"));
    json.writeNumberProperty("http_status", more.number("http_status"));
    json.writeStringProperty("error_class", more.text("error_class"));
    json.writeBooleanProperty("usage_estimated", more.flag("estimated"));
    json.writeNumberProperty("cache_read_input_tokens", more.number("cache_read"));
    json.writeNumberProperty("cache_creation_input_tokens", more.number("cache_write"));
    json.writeNumberProperty("reasoning_tokens", more.number("reasoning"));
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void strings(JsonGenerator json, List<String> texts) {
    json.writeStartArray();
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }
}
