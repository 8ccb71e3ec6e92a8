package dev.headgate.bench.upstream.fake;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON as maps, lists, strings, numbers and booleans, for the few requests whose answer depends on
 * more than {@link BodyFacts}. A JSON null becomes {@link #NULL}.
 */
final class JsonTree {

  static final Object NULL =
      new Object() {
        @Override
        public String toString() {
          return "null";
        }
      };

  private final String text;
  private int at;

  private JsonTree(String text) {
    this.text = text;
  }

  /**
   * @throws IllegalArgumentException where the text is not JSON
   */
  static Object parse(String text) {
    JsonTree tree = new JsonTree(text);
    Object value = tree.value();
    tree.space();
    if (tree.at != text.length()) {
      throw tree.malformed();
    }
    return value;
  }

  /** The member of an object, {@link #NULL} where there is none or the value is no object. */
  static Object member(Object value, String name) {
    return value instanceof Map<?, ?> map && map.containsKey(name) ? map.get(name) : NULL;
  }

  /** The elements of an array, none where the value is no array. */
  static List<?> elements(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  private Object value() {
    space();
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> literal("true", true);
      case 'f' -> literal("false", false);
      case 'n' -> literal("null", NULL);
      default -> number();
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    space();
    if (peek() == '}') {
      at++;
      return members;
    }
    do {
      space();
      String name = string();
      space();
      expect(':');
      members.put(name, value());
      space();
    } while (more('}'));
    return members;
  }

  private List<Object> array() {
    List<Object> elements = new ArrayList<>();
    at++;
    space();
    if (peek() == ']') {
      at++;
      return elements;
    }
    do {
      elements.add(value());
      space();
    } while (more(']'));
    return elements;
  }

  private boolean more(char end) {
    char c = peek();
    at++;
    if (c != ',' && c != end) {
      throw malformed();
    }
    return c == ',';
  }

  private String string() {
    expect('"');
    StringBuilder value = new StringBuilder();
    while (peek() != '"') {
      char c = text.charAt(at++);
      value.append(c == '\\' ? escape() : c);
    }
    at++;
    return value.toString();
  }

  private char escape() {
    char c = peek();
    at++;
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case '"', '\\', '/' -> c;
      case 'u' -> unicode();
      default -> throw malformed();
    };
  }

  private char unicode() {
    if (at + 4 > text.length()) {
      throw malformed();
    }
    at += 4;
    return (char) Integer.parseInt(text, at - 4, at, 16);
  }

  private Object literal(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw malformed();
    }
    at += word.length();
    return value;
  }

  private Double number() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (from == at) {
      throw malformed();
    }
    return Double.valueOf(text.substring(from, at));
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw malformed();
    }
    at++;
  }

  private char peek() {
    if (at >= text.length()) {
      throw malformed();
    }
    return text.charAt(at);
  }

  private void space() {
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
  }

  private IllegalArgumentException malformed() {
    return new IllegalArgumentException("malformed JSON at character " + at);
  }
}
