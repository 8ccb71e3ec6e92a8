package dev.headgate.kernel.transport;

/**
 * Which of the lines that the transport writes are brought by the caller. The caller's own {@code
 * host}, {@code user-agent} and {@code accept-encoding} win; framing and hop-by-hop lines are
 * refused, since a second framing is how requests get smuggled.
 */
final class HeaderLines {
  static final int HOST = 1;
  static final int USER_AGENT = 2;
  static final int ACCEPT_ENCODING = 4;

  private static final String[] FORBIDDEN = {
    "content-length",
    "transfer-encoding",
    "connection",
    "keep-alive",
    "te",
    "trailer",
    "upgrade",
    "expect",
    "proxy-connection",
    "proxy-authorization"
  };

  private HeaderLines() {}

  /**
   * Looks at the names.
   *
   * @param lines header lines, each ended by CR LF
   * @return the sum of what is there of {@link #HOST}, {@link #USER_AGENT}, {@link
   *     #ACCEPT_ENCODING}
   */
  static int brought(CharSequence lines) {
    int found = 0;
    int length = lines.length();
    int start = 0;
    while (start < length) {
      int colon = start;
      while (colon < length && lines.charAt(colon) != ':') {
        colon++;
      }
      found |= meaning(lines, start, colon);
      int end = colon;
      while (end < length && lines.charAt(end) != '\n') {
        end++;
      }
      start = end + 1;
    }
    return found;
  }

  private static int meaning(CharSequence lines, int from, int to) {
    if (equalsIgnoreCase(lines, from, to, "host")) {
      return HOST;
    }
    if (equalsIgnoreCase(lines, from, to, "user-agent")) {
      return USER_AGENT;
    }
    if (equalsIgnoreCase(lines, from, to, "accept-encoding")) {
      return ACCEPT_ENCODING;
    }
    for (String name : FORBIDDEN) {
      if (equalsIgnoreCase(lines, from, to, name)) {
        throw new IllegalArgumentException("the transport writes the header " + name + " itself");
      }
    }
    return 0;
  }

  private static boolean equalsIgnoreCase(CharSequence lines, int from, int to, String lowerCase) {
    if (to - from != lowerCase.length()) {
      return false;
    }
    for (int i = from; i < to; i++) {
      int c = lines.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        c += 'a' - 'A';
      }
      if (c != lowerCase.charAt(i - from)) {
        return false;
      }
    }
    return true;
  }
}
