package dev.headgate.bench.upstream.fake;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The tool call that the fake model makes: of the first tool, always with the same arguments.
 *
 * @param name the tool's name, JSON-escaped
 */
record ToolCall(String name) {

  /** The arguments, as JSON text. */
  static final String ARGUMENTS = "{\"location\":\"Paris\"}";

  /** The arguments as the pieces in which they are streamed, JSON-escaped once more. */
  static final List<String> PIECES = List.of("{\\\"", "location", "\\\":\\\"", "Paris", "\\\"}");

  /** The arguments as the content of a JSON string. */
  static final String ESCAPED_ARGUMENTS = String.join("", PIECES);

  /**
   * The call that a request asks for: its last turn is the user's and has the word "tool", or
   * {@code tool_choice} demands a call. A turn that brings a tool's result gets a text, so that
   * loops end.
   */
  static Optional<ToolCall> askedFor(String body) {
    Object request = JsonTree.parse(body);
    List<?> tools = JsonTree.elements(JsonTree.member(request, "tools"));
    List<?> turns = turns(request);
    if (tools.isEmpty() || (turns.isEmpty() && !(input(request) instanceof String))) {
      return Optional.empty();
    }
    Object last = turns.isEmpty() ? input(request) : turns.getLast();
    if (!isUsersTurn(last)) {
      return Optional.empty();
    }
    boolean named = textOf(last).toLowerCase(Locale.ROOT).contains("tool");
    return named || isDemanded(JsonTree.member(request, "tool_choice"))
        ? Optional.of(new ToolCall(nameOf(tools.getFirst())))
        : Optional.empty();
  }

  private static List<?> turns(Object request) {
    List<?> messages = JsonTree.elements(JsonTree.member(request, "messages"));
    return messages.isEmpty() ? JsonTree.elements(input(request)) : messages;
  }

  private static Object input(Object request) {
    return JsonTree.member(request, "input");
  }

  private static boolean isUsersTurn(Object turn) {
    if (turn instanceof String) {
      return true;
    }
    boolean result =
        JsonTree.elements(JsonTree.member(turn, "content")).stream()
            .anyMatch(part -> "tool_result".equals(JsonTree.member(part, "type")));
    return "user".equals(JsonTree.member(turn, "role")) && !result;
  }

  private static String textOf(Object turn) {
    return (turn instanceof String ? turn : JsonTree.member(turn, "content")).toString();
  }

  private static boolean isDemanded(Object choice) {
    if (choice instanceof String word) {
      return word.equals("required") || word.equals("any");
    }
    Object type = JsonTree.member(choice, "type");
    return "function".equals(type) || "tool".equals(type) || "any".equals(type);
  }

  private static String nameOf(Object tool) {
    Object function = JsonTree.member(tool, "function");
    Object name = JsonTree.member(function.equals(JsonTree.NULL) ? tool : function, "name");
    return name.toString().replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
