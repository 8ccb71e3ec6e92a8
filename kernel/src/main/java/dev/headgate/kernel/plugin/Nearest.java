package dev.headgate.kernel.plugin;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what somebody may have meant by a name that is not known. */
final class Nearest {

  private Nearest() {}

  /** Ends a sentence: {@code "; did you mean X?"}, or nothing when no name is near. */
  static String hint(String name, Collection<String> known) {
    return to(name, known).map(near -> "; did you mean " + near + "?").orElse("");
  }

  /** The known name with the fewest edits, at most one for each three letters. */
  static Optional<String> to(String name, Collection<String> known) {
    int most = Math.max(1, name.length() / 3);
    return known.stream()
        .filter(other -> edits(name, other) <= most)
        .min(Comparator.<String>comparingInt(other -> edits(name, other)).thenComparing(a -> a));
  }

  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
