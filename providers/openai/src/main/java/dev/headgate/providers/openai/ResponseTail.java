package dev.headgate.providers.openai;

import dev.headgate.spi.Denial;
import dev.headgate.spi.http.DenialException;
import java.util.Set;

/**
 * The part of a client's path that goes upstream: what stands behind {@code /responses}. Only
 * shapes that the dialect has are let through, so that no client reaches another path of the
 * upstream with the operator's key.
 */
final class ResponseTail {
  private static final Set<String> COLLECTION_ACTIONS = Set.of("compact", "input_tokens");
  private static final Set<String> RESPONSE_ACTIONS = Set.of("cancel", "input_items");
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

  private static DenialException notFound() {
    return new DenialException(
        Denial.of(404, "not_found_error", "There is no such path under /responses."));
  }
}
