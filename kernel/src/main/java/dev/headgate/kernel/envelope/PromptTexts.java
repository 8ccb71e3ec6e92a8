package dev.headgate.kernel.envelope;

import dev.headgate.kernel.json.JsonText;
import dev.headgate.kernel.json.LooseJson;
import dev.headgate.spi.request.Span;
import dev.headgate.spi.request.TextSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the texts that a model reads in a body of any of the dialects, by place: {@code messages}
 * and {@code input} with their contents and parts, {@code system}, {@code instructions}, {@code
 * prompt}, and the results of tools within them. The body was checked before.
 */
final class PromptTexts {
  // A result of a tool within a message has five levels; more than this no dialect has, and each
  // level costs a pass.
  private static final int DEEPEST = 8;
  private static final List<String> ROLES =
      List.of("user", "assistant", "system", "tool", "developer", "function");
  private static final List<String> NAMES =
      List.of("text", "content", "output", "source", "data", "role", "type");
  private static final int TEXTS = 5;
  private static final int OUTPUT = 2;
  private static final int DATA = 4;
  private static final int ROLE = 5;
  private static final int TYPE = 6;

  private final byte[] b;
  private final int from;
  private final int to;
  private final List<TextSpan> found = new ArrayList<>();

  private PromptTexts(ScannedEnvelope envelope) {
    b = envelope.array();
    from = envelope.from();
    to = envelope.to();
  }

  static List<TextSpan> of(ScannedEnvelope envelope) {
    PromptTexts texts = new PromptTexts(envelope);
    for (int i = 0; i < envelope.fieldCount(); i++) {
      String name = envelope.fieldName(i);
      String role = roleOfField(name);
      if (role != null && envelope.indexOf(name) == i) {
        texts.content(role, envelope.valueStart(i), DEEPEST);
      }
    }
    return List.copyOf(texts.found);
  }

  private static @Nullable String roleOfField(String name) {
    return switch (name) {
      case "messages", "input", "prompt" -> "";
      case "system", "instructions" -> "system";
      default -> null;
    };
  }

  /** A string, an object that holds texts, or an array of those; anything else says nothing. */
  private void content(String role, int at, int levels) {
    byte kind = b[at];
    if (kind == '"') {
      int end = LooseJson.string(b, at, to);
      found.add(new TextSpan(role, new Span(at - from, end - from)));
    } else if (kind == '{' && levels > 0) {
      part(role, at, levels - 1);
    } else if (kind == '[' && levels > 0) {
      int p = LooseJson.first(b, at, to);
      while (p >= 0) {
        content(role, p, levels - 1);
        p = LooseJson.next(b, LooseJson.value(b, p, to), to);
      }
    }
  }

  /** A message, an item of the input, or a part of a content. */
  private void part(String outerRole, int at, int levels) {
    int[] places = new int[NAMES.size()];
    Arrays.fill(places, -1);
    int p = LooseJson.first(b, at, to);
    while (p >= 0) {
      int nameEnd = LooseJson.string(b, p, to);
      int value = LooseJson.afterName(b, nameEnd, to);
      int name = indexOf(NAMES, p, nameEnd);
      if (name >= 0) {
        places[name] = value;
      }
      p = LooseJson.next(b, LooseJson.value(b, value, to), to);
    }
    if (places[DATA] >= 0 && !says(places[TYPE], "text")) {
      // an image or a file in base64
      places[DATA] = -1;
    }
    String role = role(outerRole, places);
    for (int next = firstAfter(places, at); next >= 0; next = firstAfter(places, next)) {
      content(role, next, levels);
    }
  }

  private static int firstAfter(int[] places, int at) {
    int next = -1;
    for (int i = 0; i < TEXTS; i++) {
      if (places[i] > at && (next < 0 || places[i] < next)) {
        next = places[i];
      }
    }
    return next;
  }

  private String role(String outerRole, int[] places) {
    if (places[OUTPUT] >= 0 || says(places[TYPE], "tool_result")) {
      return "tool";
    }
    int at = places[ROLE];
    if (at < 0 || b[at] != '"') {
      return outerRole;
    }
    int end = LooseJson.string(b, at, to);
    int role = indexOf(ROLES, at, end);
    return role >= 0 ? ROLES.get(role) : JsonText.decode(b, at, end);
  }

  private boolean says(int at, String text) {
    return at >= 0 && b[at] == '"' && LooseJson.named(b, at, LooseJson.string(b, at, to), text);
  }

  private int indexOf(List<String> texts, int start, int end) {
    for (int i = 0; i < texts.size(); i++) {
      if (LooseJson.named(b, start, end, texts.get(i))) {
        return i;
      }
    }
    return -1;
  }
}
