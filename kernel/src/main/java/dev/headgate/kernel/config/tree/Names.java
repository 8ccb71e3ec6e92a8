package dev.headgate.kernel.config.tree;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What can be told from the name of a key. */
public final class Names {
  private static final Set<String> SECRET_ENDINGS =
      Set.of(
          "key", "token", "password", "passwd", "secret", "credentials", "authorization", "salt");
  private static final Set<String> SECRET_SECTIONS =
      Set.of("headers", "extra_headers", "default_headers", "environment_variables");

  private Names() {}

  /**
   * The known name that was probably meant.
   *
   * @param name as written
   * @param known the names there are
   */
  public static Optional<String> nearest(String name, Collection<String> known) {
    int limit = name.length() < 4 ? 1 : Math.max(2, name.length() / 3);
    return known.stream()
        .map(candidate -> new Match(candidate, distance(fold(name), fold(candidate), limit)))
        .filter(match -> match.distance() <= limit)
        .min(Comparator.comparingInt(Match::distance).thenComparing(Match::name))
        .map(Match::name);
  }

  /** The end of a sentence that names the nearest known name, or nothing. */
  public static String didYouMean(String name, Collection<String> known) {
    return nearest(name, known).map(near -> "; did you mean " + near + "?").orElse("");
  }

  /**
   * Whether a value may be a secret, so that it must not be shown.
   *
   * @param path the path of its key
   */
  public static boolean secretive(String path) {
    String[] parts = path.toLowerCase(Locale.ROOT).replaceAll("\\[[0-9]+]", "").split("\\.", -1);
    String last = parts[parts.length - 1];
    return last.endsWith("_url")
        || Arrays.stream(parts).anyMatch(SECRET_SECTIONS::contains)
        || Arrays.stream(parts).anyMatch(Names::secretiveName);
  }

  private static boolean secretiveName(String part) {
    String name = part.replace('-', '_');
    String ending = name.substring(name.lastIndexOf('_') + 1);
    return SECRET_ENDINGS.contains(ending)
        || name.contains("secret")
        || name.contains("password")
        || name.contains("apikey")
        || name.endsWith("key_id");
  }

  private record Match(String name, int distance) {}

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT).replace('-', '_');
  }

  /** Levenshtein's distance, or a larger number than the limit. */
  private static int distance(String a, String b, int limit) {
    if (Math.abs(a.length() - b.length()) > limit) {
      return limit + 1;
    }
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int same = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(same, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
