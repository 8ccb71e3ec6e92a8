package dev.headgate.kernel.tokens;

import dev.headgate.kernel.envelope.ScannedEnvelope;
import dev.headgate.kernel.json.LooseJson;
import dev.headgate.kernel.json.Words;
import dev.headgate.spi.Operation;
import dev.headgate.spi.request.Span;
import java.util.List;

/**
 * Walks over a body of any of the dialects and notes what a model reads in it, by place. The body
 * was checked before. Messages have three tokens each beside their strings and one for a name, and
 * three start the reply, as in the rules that OpenAI gives for its chats.
 */
final class PromptReader {
  private static final int UNREAD = -1;
  private static final int DEEPEST = 12;
  private static final int MESSAGE = 3;
  private static final int NAME = 1;
  private static final int REPLY = 3;
  private static final int TOOLS = 9;
  private static final int TOOLS_AFTER_SYSTEM = -4;
  private static final int NO_TOOL = 1;
  private static final int NAMED_TOOL = 7;

  /** What Anthropic's models are told when there are tools. */
  private static final int ANTHROPIC_TOOLS = 346;

  /** Each of these is one token in every encoding. */
  private static final List<String> ROLES =
      List.of("user", "assistant", "system", "tool", "developer", "function");

  private final ScannedEnvelope envelope;
  private final Operation operation;
  private final byte[] b;
  private final int base;
  private final int to;
  private final Prompt prompt;
  private final MediaTokens media;
  private boolean conversation;
  private boolean system;

  PromptReader(ScannedEnvelope envelope, Operation operation) {
    this.envelope = envelope;
    this.operation = operation;
    this.b = envelope.array();
    this.base = envelope.from();
    this.to = envelope.to();
    this.prompt = new Prompt(b);
    this.media = new MediaTokens(b, to);
  }

  Prompt read() {
    int messages = field("messages");
    if (messages >= 0) {
      each(messages, this::message);
    }
    content(field("prompt"), DEEPEST);
    int input = field("input");
    if (input >= 0) {
      input(input);
    }
    content(field("query"), DEEPEST);
    content(field("documents"), DEEPEST);
    int contents = field("contents");
    if (contents >= 0) {
      prompt.approximate();
      content(contents, DEEPEST);
    }
    instructions(field("system"));
    instructions(field("instructions"));
    tools(field("tools"));
    tools(field("functions"));
    choice(field("tool_choice"));
    choice(field("function_call"));
    format(field("response_format"));
    format(field("text"));
    if (conversation) {
      prompt.fixed(REPLY);
    }
    return prompt;
  }

  private int field(String name) {
    Span span = envelope.field(name);
    return span.present() ? base + span.start() : -1;
  }

  // Long texts are passed over once: what reads a value tells where it ends, or UNREAD.

  private interface Element {
    int read(int at);
  }

  private int each(int array, Element element) {
    if (b[array] != '[') {
      return UNREAD;
    }
    int p = LooseJson.first(b, array, to);
    int end = p < 0 ? array + 1 : UNREAD;
    while (p >= 0) {
      end = endOf(p, element.read(p));
      p = LooseJson.next(b, end, to);
    }
    return LooseJson.space(b, end, to) + 1;
  }

  private interface Member {
    int read(int name, int nameEnd, int value);
  }

  private int members(int object, Member member) {
    int p = LooseJson.first(b, object, to);
    int end = p < 0 ? object + 1 : UNREAD;
    while (p >= 0) {
      int nameEnd = LooseJson.string(b, p, to);
      int value = LooseJson.afterName(b, nameEnd, to);
      end = endOf(value, member.read(p, nameEnd, value));
      p = LooseJson.next(b, end, to);
    }
    return LooseJson.space(b, end, to) + 1;
  }

  private int endOf(int value, int read) {
    return read == UNREAD ? LooseJson.value(b, value, to) : read;
  }

  /** Every string of a message counts; of calls of tools, their arguments do. */
  private int message(int at) {
    if (b[at] != '{') {
      return UNREAD;
    }
    opens();
    return members(
        at,
        (name, nameEnd, value) -> {
          if (b[value] == '"') {
            if (is(name, nameEnd, "role")) {
              return role(value);
            }
            prompt.fixed(is(name, nameEnd, "name") ? NAME : 0);
            return text(value);
          }
          if (is(name, nameEnd, "content")) {
            return content(value, DEEPEST);
          }
          if (is(name, nameEnd, "tool_calls")) {
            return each(value, call -> arguments(LooseJson.member(b, call, to, "function")));
          }
          return is(name, nameEnd, "function_call") ? arguments(value) : UNREAD;
        });
  }

  private void opens() {
    conversation = true;
    prompt.fixed(MESSAGE);
  }

  private int role(int value) {
    int end = LooseJson.string(b, value, to);
    for (int i = 0; i < ROLES.size(); i++) {
      if (LooseJson.named(b, value, end, ROLES.get(i))) {
        system |= i == 2;
        prompt.fixed(1);
        return end;
      }
    }
    return text(value);
  }

  private int arguments(int function) {
    int value = LooseJson.member(b, function, to, "arguments");
    if (value >= 0 && b[value] == '"') {
      text(value);
    }
    return UNREAD;
  }

  /** The input of a Responses request is one message or a list of items; of others, texts. */
  private void input(int at) {
    if (operation == Operation.RESPONSE && b[at] == '"') {
      opens();
      prompt.fixed(1);
    }
    content(at, DEEPEST);
  }

  private void instructions(int at) {
    if (at >= 0 && b[at] != 'n') {
      opens();
      prompt.fixed(1);
      system = true;
      content(at, DEEPEST);
    }
  }

  /** A string, a part, an array of those, or, where a body holds token ids, numbers. */
  private int content(int at, int levels) {
    if (at < 0 || levels == 0) {
      return UNREAD;
    }
    return switch (b[at]) {
      case '"' -> text(at);
      case '{' -> part(at, levels - 1);
      case '[' -> each(at, p -> content(p, levels - 1));
      default -> {
        prompt.fixed(b[at] == '-' || (b[at] >= '0' && b[at] <= '9') ? 1 : 0);
        yield UNREAD;
      }
    };
  }

  /** A part of a content or an item of an input, known by its members. */
  private int part(int at, int levels) {
    return members(
        at,
        (name, nameEnd, value) -> {
          if (b[value] == 'n') {
            return UNREAD;
          }
          // Told apart by their first letter: most members are types, ids and marks for caches.
          return switch (b[name + 1]) {
            case 't', 'c', 'p' -> nested(name, nameEnd, value, levels);
            case 'r', 's', 'n' -> ofItem(at, name, nameEnd, value, levels);
            case 'a', 'o' -> ofTool(name, nameEnd, value, levels);
            case 'i' -> ofInput(at, name, nameEnd, value, levels);
            case 'f' -> file(name, nameEnd);
            default -> UNREAD;
          };
        });
  }

  private int nested(int name, int nameEnd, int value, int levels) {
    return is(name, nameEnd, "text")
            || is(name, nameEnd, "content")
            || is(name, nameEnd, "thinking")
            || is(name, nameEnd, "parts")
        ? content(value, levels)
        : UNREAD;
  }

  private int ofItem(int part, int name, int nameEnd, int value, int levels) {
    if (b[value] == '"') {
      if (is(name, nameEnd, "role")) {
        opens();
        return role(value);
      }
      return is(name, nameEnd, "name") || is(name, nameEnd, "refusal") ? text(value) : UNREAD;
    }
    if (is(name, nameEnd, "summary")) {
      return content(value, levels);
    }
    if (is(name, nameEnd, "source") && b[value] == '{') {
      source(part, value, levels);
    }
    return UNREAD;
  }

  private int ofTool(int name, int nameEnd, int value, int levels) {
    if (is(name, nameEnd, "arguments")) {
      return json(value);
    }
    return is(name, nameEnd, "output") ? jsonOrContent(value, levels) : UNREAD;
  }

  private int ofInput(int part, int name, int nameEnd, int value, int levels) {
    if (is(name, nameEnd, "input")) {
      return jsonOrContent(value, levels);
    }
    if (is(name, nameEnd, "image_url")) {
      media.openAiImage(prompt, part, value);
    } else if (is(name, nameEnd, "input_audio") && b[value] == '{') {
      media.sound(prompt, value);
    } else if (is(name, nameEnd, "inline_data") || is(name, nameEnd, "inlineData")) {
      media.inline(prompt);
    }
    return UNREAD;
  }

  private int file(int name, int nameEnd) {
    if (is(name, nameEnd, "file")
        || is(name, nameEnd, "file_data")
        || is(name, nameEnd, "file_id")
        || is(name, nameEnd, "file_url")) {
      media.file(prompt);
    }
    return UNREAD;
  }

  /** The arguments and results of tools are texts, or JSON that the model reads as it stands. */
  private int jsonOrContent(int value, int levels) {
    return b[value] == '{' ? json(value) : content(value, levels);
  }

  private int json(int value) {
    if (b[value] == '"') {
      return text(value);
    }
    int end = LooseJson.value(b, value, to);
    prompt.approximate();
    prompt.text(value, end, false);
    return end;
  }

  private void source(int part, int source, int levels) {
    int data = LooseJson.member(b, source, to, "data");
    if (says(LooseJson.member(b, source, to, "type"), "text")) {
      content(data, levels);
      return;
    }
    int content = LooseJson.member(b, source, to, "content");
    if (content >= 0) {
      content(content, levels);
    } else if (says(LooseJson.member(b, part, to, "type"), "image")) {
      media.anthropicImage(prompt, data);
    } else {
      media.file(prompt);
    }
  }

  private void tools(int at) {
    if (at < 0 || b[at] != '[') {
      return;
    }
    int first = LooseJson.first(b, at, to);
    if (first < 0) {
      return;
    }
    if (LooseJson.member(b, first, to, "input_schema") >= 0) {
      prompt.fixed(ANTHROPIC_TOOLS);
      json(at);
    } else {
      prompt.fixed(TOOLS + (system ? TOOLS_AFTER_SYSTEM : 0));
      prompt.tools(at, LooseJson.value(b, at, to));
    }
  }

  private void choice(int at) {
    if (at < 0) {
      return;
    }
    if (b[at] == '"') {
      prompt.fixed(says(at, "none") ? NO_TOOL : 0);
      return;
    }
    int function = LooseJson.member(b, at, to, "function");
    int name = LooseJson.member(b, function >= 0 ? function : at, to, "name");
    if (name >= 0 && b[name] == '"') {
      prompt.fixed(NAMED_TOOL);
      text(name);
    }
  }

  /** A schema that the answer must follow. */
  private void format(int at) {
    if (at < 0 || b[at] != '{') {
      return;
    }
    int nested = LooseJson.member(b, at, to, "format");
    int schema = LooseJson.member(b, nested >= 0 ? nested : at, to, "json_schema");
    if (schema < 0) {
      schema = LooseJson.member(b, nested >= 0 ? nested : at, to, "schema");
    }
    if (schema >= 0 && b[schema] == '{') {
      json(schema);
    }
  }

  /** Notes a text and tells where its string ends, in one pass over it. */
  private int text(int at) {
    boolean escaped = false;
    int p = at + 1;
    while (p < to) {
      if (p <= b.length - Long.BYTES) {
        long mask = Words.quoteOrBackslash(Words.at(b, p));
        if (mask == 0) {
          p += Long.BYTES;
          continue;
        }
        p += Words.first(mask);
      }
      if (p >= to || b[p] == '"') {
        break;
      }
      escaped |= b[p] == '\\';
      p += b[p] == '\\' ? 2 : 1;
    }
    prompt.text(at + 1, Math.min(p, to), escaped);
    return p + 1;
  }

  private boolean is(int name, int nameEnd, String expected) {
    return LooseJson.named(b, name, nameEnd, expected);
  }

  private boolean says(int at, String text) {
    return at >= 0 && b[at] == '"' && LooseJson.named(b, at, LooseJson.string(b, at, to), text);
  }
}
