package dev.headgate.kernel.config.tree;

import java.util.List;

/**
 * A key that nobody asked for.
 *
 * @param origin where the key stands
 * @param section the path of its section
 * @param key the key
 * @param known the keys of the section that somebody asked for, sorted
 */
public record UnreadKey(Origin origin, String section, String key, List<String> known) {

  /** The path of the key. */
  public String path() {
    return section.isEmpty() ? key : section + "." + key;
  }

  /** The sentence for a section in which unknown keys stop the start. */
  public String error() {
    String expected = known.isEmpty() ? "no keys here" : "one of " + String.join(", ", known);
    return origin
        + ": "
        + path()
        + ": found an unknown key, expected "
        + expected
        + Names.didYouMean(key, known);
  }
}
