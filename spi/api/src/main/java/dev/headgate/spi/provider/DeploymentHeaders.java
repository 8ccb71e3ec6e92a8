package dev.headgate.spi.provider;

import dev.headgate.spi.Preview;
import dev.headgate.spi.Settings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The header lines that all requests of a deployment share: the provider's, and in their place or
 * beside them what the operator gives as {@code headers} or {@code extra_headers} of {@code
 * litellm_params}. Immutable once built.
 */
@Preview
public final class DeploymentHeaders {
  private final Map<String, String> lines = new LinkedHashMap<>();

  private DeploymentHeaders() {}

  /**
   * The provider's lines with the operator's over them.
   *
   * @param providers values by names in lower case
   * @param params {@code litellm_params}
   * @throws dev.headgate.spi.SettingException if a name or value of the operator's would break the
   *     line; names it
   */
  public static DeploymentHeaders of(Map<String, String> providers, Settings params) {
    DeploymentHeaders headers = new DeploymentHeaders();
    headers.lines.putAll(providers);
    headers.add(params.section("headers"));
    headers.add(params.section("extra_headers"));
    return headers;
  }

  private void add(Settings section) {
    for (String name : section.keys()) {
      String value = section.text(name).orElse("").strip();
      if (!isToken(name) || value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
        throw section.refuse(name, "a header name, and a value without control characters");
      }
      lines.put(name.toLowerCase(Locale.ROOT), value);
    }
  }

  private static boolean isToken(String name) {
    return !name.isEmpty()
        && name.chars().allMatch(c -> c > ' ' && c < 0x7f && "()<>@,;:\\\"/[]?={}".indexOf(c) < 0);
  }

  /** The names, in lower case. */
  public Set<String> names() {
    return Collections.unmodifiableSet(lines.keySet());
  }

  /**
   * Adds the lines to a template.
   *
   * @param template takes them
   * @return the template
   */
  public UpstreamRequest.TemplateBuilder addTo(UpstreamRequest.TemplateBuilder template) {
    lines.forEach(template::header);
    return template;
  }
}
