package dev.headgate.spi.provider;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.Preview;
import dev.headgate.spi.http.HeaderView;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which of a client's headers an upstream may see beyond those that a provider passes on by name.
 * By default none. With {@code general_settings.forward_client_headers_to_llm_api}, or for the
 * groups of {@code litellm_settings.model_group_settings.forward_client_headers_to_llm_api}, those
 * that start with {@code x-}; never one that carries a credential, speaks to the gateway, or tells
 * where the client is. Read once at start; used by many threads.
 */
@Preview
public final class ClientHeaders {
  private static final String SETTING = "forward_client_headers_to_llm_api";
  private static final List<String> WITHHELD_PREFIXES =
      List.of(
          "x-litellm-",
          "x-headgate-",
          "x-stainless-",
          "x-forwarded-",
          "x-real-ip",
          "x-mcp-",
          "x-amz-");
  private static final List<String> CREDENTIAL_WORDS =
      List.of("key", "token", "secret", "auth", "credential", "cookie", "password");

  private final boolean everywhere;
  private final Set<String> groups;
  private final String keyHeader;

  private ClientHeaders(boolean everywhere, Set<String> groups, String keyHeader) {
    this.everywhere = everywhere;
    this.groups = groups;
    this.keyHeader = keyHeader;
  }

  /**
   * Reads the settings.
   *
   * @param context the context of the provider's plugin
   */
  public static ClientHeaders of(PluginContext context) {
    var general = context.section("general_settings");
    var groups = context.section("litellm_settings").section("model_group_settings").texts(SETTING);
    return new ClientHeaders(
        general.flag(SETTING).orElse(false),
        Set.copyOf(groups),
        general.text("litellm_key_header_name").orElse("").toLowerCase(Locale.ROOT));
  }

  /**
   * Passes on what may be seen.
   *
   * @param headers the client's headers
   * @param group the model group that is called
   * @param taken names in lower case that the request has already; these are not passed on
   * @param request takes the headers
   */
  public void pass(HeaderView headers, String group, Set<String> taken, UpstreamRequest request) {
    if (!everywhere && !groups.contains(group)) {
      return;
    }
    for (int i = 0; i < headers.size(); i++) {
      Bytes name = headers.name(i);
      if (isExtension(name)) {
        String lowerCase = name.utf8().toLowerCase(Locale.ROOT);
        if (!taken.contains(lowerCase) && !isWithheld(lowerCase)) {
          request.header(lowerCase, headers.value(i).utf8());
        }
      }
    }
  }

  private static boolean isExtension(Bytes name) {
    return name.length() > 2 && (name.at(0) | 0x20) == 'x' && name.at(1) == '-';
  }

  private boolean isWithheld(String lowerCase) {
    return lowerCase.equals(keyHeader)
        || WITHHELD_PREFIXES.stream().anyMatch(lowerCase::startsWith)
        || CREDENTIAL_WORDS.stream().anyMatch(lowerCase::contains);
  }
}
