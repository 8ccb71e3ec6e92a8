package dev.headgate.kernel.config.tree;

import java.util.List;
import java.util.SequencedMap;

/** A value of the configuration. */
public sealed interface Node {

  /** Where the value stands. */
  Origin origin();

  /** What the value is, for the sentence "found …"; never the value itself. */
  String shape();

  /** What a scalar was read as. */
  enum Kind {
    NOTHING,
    FLAG,
    INTEGER,
    NUMBER,
    TEXT
  }

  /**
   * A single value.
   *
   * @param kind what it was read as
   * @param text as it is spelled
   * @param source how it got here, when it does not stand in the file itself: {@code
   *     os.environ/NAME}, or a reference to a secret; else empty. Such a value is never shown.
   */
  record Scalar(Origin origin, Kind kind, String text, String source) implements Node {

    static Scalar literal(Origin origin, Kind kind, String text) {
      return new Scalar(origin, kind, text, "");
    }

    boolean standsInFile() {
      return source.isEmpty();
    }

    @Override
    public String shape() {
      return switch (kind) {
        case NOTHING -> "nothing";
        case FLAG -> "true or false";
        case INTEGER, NUMBER -> "a number";
        case TEXT -> "a text";
      };
    }
  }

  /** Keys with values, in the order of the file. */
  record Mapping(Origin origin, SequencedMap<String, Entry> entries) implements Node {
    @Override
    public String shape() {
      return "a section";
    }
  }

  /**
   * A key of a mapping with its value.
   *
   * @param key where the key stands
   * @param value the value
   */
  record Entry(Origin key, Node value) {}

  /** Values in order. */
  record Sequence(Origin origin, List<Node> items) implements Node {
    @Override
    public String shape() {
      return "a list";
    }
  }
}
