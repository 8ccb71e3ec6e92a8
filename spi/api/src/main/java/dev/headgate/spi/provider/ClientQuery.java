package dev.headgate.spi.provider;

import dev.headgate.spi.Denial;
import dev.headgate.spi.Preview;
import dev.headgate.spi.http.DenialException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What of a client's query an upstream may see, where its query is passed on at all. */
@Preview
public final class ClientQuery {
  private static final Set<String> WITHHELD =
      Set.of("key", "api_key", "api-key", "apikey", "token", "access_token", "model");

  private ClientQuery() {}

  /**
   * The query without the parameters that carry credentials or speak to the gateway, however their
   * names are encoded. What is left stays as it came.
   *
   * @param query as it came, without question mark
   * @return what may be passed on; may be empty
   * @throws DenialException 400 if it holds what a query cannot
   */
  public static String forUpstream(String query) {
    if (query.isEmpty()) {
      return query;
    }
    if (query.chars().anyMatch(c -> c <= ' ' || c >= 0x7f || c == '#')) {
      throw new DenialException(
          Denial.of(
                  400,
                  "invalid_request_error",
                  "The query holds characters that must be percent-encoded.")
              .param("query"));
    }
    List<String> kept = new ArrayList<>();
    for (String parameter : query.split("&", -1)) {
      if (!parameter.isEmpty() && !WITHHELD.contains(nameOf(parameter))) {
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
}
