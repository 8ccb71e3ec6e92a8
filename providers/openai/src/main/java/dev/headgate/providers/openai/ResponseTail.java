package dev.headgate.providers.openai;

import dev.headgate.spi.Denial;
import dev.headgate.spi.http.DenialException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The part of a client's path and query that goes upstream: what stands behind {@code /responses}.
 * Only shapes that the dialect has are let through, so that no client reaches another path of the
 * upstream with the operator's key.
 */
final class ResponseTail {
  private static final Set<String> COLLECTION_ACTIONS = Set.of("compact", "input_tokens");
  private static final Set<String> RESPONSE_ACTIONS = Set.of("cancel", "input_items");
  private static final Set<String> CREDENTIALS =
      Set.of("key", "api_key", "api-key", "apikey", "token", "access_token");
  private static final String RESPONSES = "/responses/";
  private static final int LONGEST_ID = 1024;

  private ResponseTail() {}

  /**
   * The tail of a path, with its leading slash.
   *
   * @throws DenialException 404 if the dialect has no such path
   */
  static String of(String clientPath) {
    int start = clientPath.indexOf(RESPONSES);
    if (start < 0) {
      throw notFound();
    }
    String tail = clientPath.substring(start + RESPONSES.length());
    if (tail.endsWith("/")) {
      tail = tail.substring(0, tail.length() - 1);
    }
    if (!COLLECTION_ACTIONS.contains(tail) && !namesResponse(tail)) {
      throw notFound();
    }
    return "/" + tail;
  }

  private static boolean namesResponse(String tail) {
    int slash = tail.indexOf('/');
    String id = slash < 0 ? tail : tail.substring(0, slash);
    return isId(id) && (slash < 0 || RESPONSE_ACTIONS.contains(tail.substring(slash + 1)));
  }

  private static boolean isId(String id) {
    if (id.isEmpty() || id.length() > LONGEST_ID || id.chars().allMatch(c -> c == '.')) {
      return false;
    }
    // An encoded padding sign is the one escape that clients write in an id.
    String plain = id.replace("%3D", "=").replace("%3d", "=");
    return plain.chars().allMatch(ResponseTail::isIdCharacter);
  }

  private static boolean isIdCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "_-.=~:".indexOf(c) >= 0;
  }

  /**
   * A query without the parameters that carry credentials.
   *
   * @throws DenialException 400 if it holds what a query cannot
   */
  static String withoutKeys(String query) {
    if (query.isEmpty()) {
      return query;
    }
    if (query.chars().anyMatch(c -> c <= ' ' || c >= 0x7f || c == '#')) {
      throw new DenialException(
          Denial.of(
                  400, "invalid_request_error", "The query holds characters that must be encoded.")
              .param("query"));
    }
    List<String> kept = new ArrayList<>();
    for (String parameter : query.split("&", -1)) {
      if (!parameter.isEmpty() && !CREDENTIALS.contains(nameOf(parameter))) {
        kept.add(parameter);
      }
    }
    return String.join("&", kept);
  }

  private static String nameOf(String parameter) {
    int equals = parameter.indexOf('=');
    String name = equals < 0 ? parameter : parameter.substring(0, equals);
    return decoded(name).toLowerCase(Locale.ROOT);
  }

  /** Decodes what is well encoded and leaves the rest, since this only compares. */
  private static String decoded(String name) {
    StringBuilder text = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '%' && i + 2 < name.length() && isHex(name, i + 1) && isHex(name, i + 2)) {
        text.append((char) Integer.parseInt(name, i + 1, i + 3, 16));
        i += 2;
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  private static boolean isHex(String text, int index) {
    return Character.digit(text.charAt(index), 16) >= 0;
  }

  private static DenialException notFound() {
    return new DenialException(
        Denial.of(404, "not_found_error", "There is no such path under /responses."));
  }
}
