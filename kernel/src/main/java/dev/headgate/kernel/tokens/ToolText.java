package dev.headgate.kernel.tokens;

import dev.headgate.kernel.json.JsonText;
import dev.headgate.kernel.json.LooseJson;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes a list of tools as OpenAI's models read it: a TypeScript namespace with one function type
 * a tool, and descriptions as comments.
 */
final class ToolText {
  /** The most bytes that the text has beside those of the list. */
  static final int FRAME = 64;

  private static final int DEEPEST = 16;

  private final byte[] b;
  private final int to;
  private final StringBuilder text = new StringBuilder(512);

  private ToolText(byte[] b, int to) {
    this.b = b;
    this.to = to;
  }

  /**
   * Writes the text.
   *
   * @param b holds the list
   * @param from its opening bracket
   * @param to one after its closing bracket
   * @return UTF-8
   */
  static byte[] of(byte[] b, int from, int to) {
    return new ToolText(b, to).namespace(from).getBytes(StandardCharsets.UTF_8);
  }

  private String namespace(int list) {
    text.append("namespace functions {\n\n");
    int p = LooseJson.first(b, list, to);
    while (p >= 0) {
      if (b[p] == '{') {
        tool(p);
      }
      p = LooseJson.next(b, LooseJson.value(b, p, to), to);
    }
    return text.append("} // namespace functions").toString();
  }

  private void tool(int at) {
    int nested = LooseJson.member(b, at, to, "function");
    int function = nested >= 0 ? nested : at;
    comment(function);
    text.append("type ").append(string(function, "name"));
    int parameters = LooseJson.member(b, function, to, "parameters");
    if (firstProperty(parameters) >= 0) {
      text.append(" = (_: {\n");
      properties(parameters, 0, DEEPEST);
      text.append("\n}) => any;\n\n");
    } else {
      text.append(" = () => any;\n\n");
    }
  }

  private void comment(int object) {
    String description = string(object, "description");
    if (!description.isEmpty()) {
      text.append("// ").append(description).append('\n');
    }
  }

  private int firstProperty(int schema) {
    int properties = LooseJson.member(b, schema, to, "properties");
    return properties >= 0 && b[properties] == '{' ? LooseJson.first(b, properties, to) : -1;
  }

  private void properties(int schema, int indent, int levels) {
    Set<String> required = required(schema);
    int p = firstProperty(schema);
    boolean first = true;
    while (p >= 0) {
      int nameEnd = LooseJson.string(b, p, to);
      int value = LooseJson.afterName(b, nameEnd, to);
      String name = JsonText.decode(b, p, nameEnd);
      text.append(first ? "" : "\n");
      first = false;
      String description = string(value, "description");
      if (!description.isEmpty()) {
        text.repeat(' ', indent).append("// ").append(description).append('\n');
      }
      text.repeat(' ', indent).append(name).append(required.contains(name) ? ": " : "?: ");
      type(value, indent, levels);
      text.append(',');
      p = LooseJson.next(b, LooseJson.value(b, value, to), to);
    }
  }

  private Set<String> required(int schema) {
    Set<String> names = new HashSet<>();
    int list = LooseJson.member(b, schema, to, "required");
    int p = list >= 0 && b[list] == '[' ? LooseJson.first(b, list, to) : -1;
    while (p >= 0) {
      if (b[p] == '"') {
        names.add(JsonText.decode(b, p, LooseJson.string(b, p, to)));
      }
      p = LooseJson.next(b, LooseJson.value(b, p, to), to);
    }
    return names;
  }

  private void type(int schema, int indent, int levels) {
    switch (levels == 0 ? "" : string(schema, "type")) {
      case "string" -> choices(schema, "string");
      case "integer", "number" -> choices(schema, "number");
      case "boolean" -> text.append("boolean");
      case "null" -> text.append("null");
      case "array" -> {
        type(LooseJson.member(b, schema, to, "items"), indent, levels - 1);
        text.append("[]");
      }
      case "object" -> {
        text.append("{\n");
        properties(schema, indent + 2, levels - 1);
        text.append("\n}");
      }
      default -> text.append("any");
    }
  }

  private void choices(int schema, String otherwise) {
    int list = LooseJson.member(b, schema, to, "enum");
    int p = list >= 0 && b[list] == '[' ? LooseJson.first(b, list, to) : -1;
    if (p < 0) {
      text.append(otherwise);
      return;
    }
    boolean first = true;
    while (p >= 0) {
      int end = LooseJson.value(b, p, to);
      text.append(first ? "\"" : " | \"")
          .append(
              b[p] == '"'
                  ? JsonText.decode(b, p, end)
                  : new String(b, p, end - p, StandardCharsets.UTF_8))
          .append('"');
      first = false;
      p = LooseJson.next(b, end, to);
    }
  }

  private String string(int object, String name) {
    int value = LooseJson.member(b, object, to, name);
    return value >= 0 && b[value] == '"'
        ? JsonText.decode(b, value, LooseJson.string(b, value, to))
        : "";
  }
}
