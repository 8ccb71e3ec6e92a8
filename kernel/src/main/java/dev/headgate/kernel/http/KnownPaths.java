package dev.headgate.kernel.http;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The paths that most requests have, so that these cost no string. */
final class KnownPaths {
  private static final List<String> PATHS =
      List.of(
          "/v1/chat/completions",
          "/chat/completions",
          "/v1/messages",
          "/v1/responses",
          "/responses",
          "/v1/embeddings",
          "/embeddings",
          "/v1/completions",
          "/completions",
          "/v1/models",
          "/models",
          "/health/liveliness",
          "/health/liveness",
          "/health/readiness",
          "/metrics",
          "/v1/messages/count_tokens");

  private KnownPaths() {}

  static String of(byte[] array, int from, int to) {
    for (String path : PATHS) {
      if (path.length() == to - from && matches(array, from, path)) {
        return path;
      }
    }
    return new String(array, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private static boolean matches(byte[] array, int from, String path) {
    for (int i = path.length() - 1; i >= 0; i--) {
      if (array[from + i] != path.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
