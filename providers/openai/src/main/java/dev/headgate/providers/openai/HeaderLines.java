package dev.headgate.providers.openai;

import dev.headgate.spi.Secret;
import dev.headgate.spi.Settings;
import dev.headgate.spi.provider.UpstreamRequest.TemplateBuilder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The header lines that all requests of a deployment share. What the operator gives as {@code
 * headers} or {@code extra_headers} takes the place of ours.
 *
 * @param byName the values, by names in lower case
 */
record HeaderLines(Map<String, String> byName) {

  static HeaderLines of(Settings params, Optional<Secret> key) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("user-agent", "headgate");
    key.ifPresent(secret -> lines.put("authorization", "Bearer " + secret.reveal()));
    params.text("organization").ifPresent(value -> lines.put("openai-organization", value));
    addAll(lines, params, "headers");
    addAll(lines, params, "extra_headers");
    return new HeaderLines(lines);
  }

  private static void addAll(Map<String, String> lines, Settings params, String section) {
    Settings headers = params.section(section);
    for (String name : headers.keys()) {
      String value = headers.text(name).orElse("").strip();
      if (!isToken(name) || value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
        throw headers.refuse(name, "a header name, and a value without control characters");
      }
      lines.put(name.toLowerCase(Locale.ROOT), value);
    }
  }

  private static boolean isToken(String name) {
    return !name.isEmpty()
        && name.chars().allMatch(c -> c > ' ' && c < 0x7f && "()<>@,;:\\\"/[]?={}".indexOf(c) < 0);
  }

  /** The names, in lower case. */
  Set<String> names() {
    return byName.keySet();
  }

  TemplateBuilder addTo(TemplateBuilder template) {
    byName.forEach(template::header);
    return template;
  }
}
