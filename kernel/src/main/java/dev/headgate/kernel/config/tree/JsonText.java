package dev.headgate.kernel.config.tree;

import dev.headgate.kernel.config.tree.Node.Entry;
import dev.headgate.kernel.config.tree.Node.Mapping;
import dev.headgate.kernel.config.tree.Node.Scalar;
import dev.headgate.kernel.config.tree.Node.Sequence;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Writes a value as compact JSON. */
public final class JsonText {
  private final StringBuilder out = new StringBuilder();
  private final UnaryOperator<Map<String, Entry>> order;

  private JsonText(UnaryOperator<Map<String, Entry>> order) {
    this.order = order;
  }

  /** With the keys in the order of the file. */
  public static String of(Node node) {
    return new JsonText(UnaryOperator.identity()).write(node);
  }

  /** With the keys sorted, so that equal values give equal texts. */
  public static String sorted(Node node) {
    return new JsonText(TreeMap::new).write(node);
  }

  private String write(Node node) {
    value(node);
    return out.toString();
  }

  private void value(Node node) {
    switch (node) {
      case Scalar scalar -> scalar(scalar);
      case Sequence sequence -> items(sequence.items());
      case Mapping mapping -> entries(order.apply(mapping.entries()));
    }
  }

  private void items(Collection<Node> items) {
    out.append('[');
    String separator = "";
    for (Node item : items) {
      out.append(separator);
      value(item);
      separator = ",";
    }
    out.append(']');
  }

  private void entries(Map<String, Entry> entries) {
    out.append('{');
    String separator = "";
    for (Map.Entry<String, Entry> entry : entries.entrySet()) {
      out.append(separator);
      string(entry.getKey());
      out.append(':');
      value(entry.getValue().value());
      separator = ",";
    }
    out.append('}');
  }

  private void scalar(Scalar scalar) {
    switch (scalar.kind()) {
      case NOTHING -> out.append("null");
      case FLAG -> out.append(PlainScalar.flag(scalar.text()).orElse(false));
      case INTEGER, NUMBER ->
          out.append(PlainScalar.number(scalar.text()).map(Object::toString).orElse("null"));
      case TEXT -> string(scalar.text());
    }
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20 || (Character.isSurrogate(c) && !paired(text, i))) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean paired(String text, int i) {
    char c = text.charAt(i);
    return Character.isHighSurrogate(c)
        ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }
}
