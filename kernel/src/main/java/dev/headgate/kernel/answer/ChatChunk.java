package dev.headgate.kernel.answer;

import dev.headgate.kernel.json.LooseJson;

/**
 * What one chunk of a chat or completion stream says, from one pass over its top level. To be used
 * again and again.
 */
final class ChatChunk {
  private int id;
  private int usage;
  private int choices;
  private boolean noChoices;
  private boolean finished;
  private boolean error;

  /**
   * Reads a chunk, or a plain answer, which has the same members.
   *
   * @param from its opening brace; anything else says nothing
   */
  void read(byte[] b, int from, int to) {
    id = -1;
    usage = -1;
    choices = -1;
    noChoices = false;
    finished = false;
    error = false;
    if (from >= to || b[from] != '{') {
      return;
    }
    int p = LooseJson.first(b, from, to);
    while (p >= 0 && b[p] == '"') {
      int nameEnd = LooseJson.string(b, p, to);
      int value = LooseJson.afterName(b, nameEnd, to);
      if (value < 0) {
        return;
      }
      int end = -1;
      switch (b[p + 1]) {
        case 'i' -> id = LooseJson.named(b, p, nameEnd, "id") ? value : id;
        case 'u' -> usage = LooseJson.named(b, p, nameEnd, "usage") ? value : usage;
        case 'e' -> error |= b[value] != 'n' && LooseJson.named(b, p, nameEnd, "error");
        case 'c' -> {
          if (b[value] == '[' && LooseJson.named(b, p, nameEnd, "choices")) {
            choices = value;
            end = choices(b, value, to);
          }
        }
        default -> {
          // nothing that matters here
        }
      }
      p = LooseJson.next(b, end < 0 ? LooseJson.value(b, value, to) : end, to);
    }
  }

  /** Passes over the list of choices; −1 when it is empty or makes no sense. */
  private int choices(byte[] b, int at, int to) {
    int p = LooseJson.first(b, at, to);
    noChoices = p < 0;
    int end = -1;
    while (p >= 0) {
      end = b[p] == '{' ? choice(b, p, to) : LooseJson.value(b, p, to);
      p = LooseJson.next(b, end, to);
    }
    return close(b, end, to, ']');
  }

  private int choice(byte[] b, int at, int to) {
    int p = LooseJson.first(b, at, to);
    int end = -1;
    while (p >= 0 && b[p] == '"') {
      int nameEnd = LooseJson.string(b, p, to);
      int value = LooseJson.afterName(b, nameEnd, to);
      end = LooseJson.value(b, value, to);
      finished |=
          end >= 0
              && b[p + 1] == 'f'
              && b[value] == '"'
              && LooseJson.named(b, p, nameEnd, "finish_reason");
      p = LooseJson.next(b, end, to);
    }
    end = close(b, end, to, '}');
    return end < 0 ? LooseJson.value(b, at, to) : end;
  }

  private static int close(byte[] b, int at, int to, char sign) {
    if (at < 0) {
      return -1;
    }
    int p = LooseJson.space(b, at, to);
    return p < to && b[p] == sign ? p + 1 : -1;
  }

  /** The place of the id's value; −1 when there is none. */
  int id() {
    return id;
  }

  /** The place of the usage's value; −1 when there is none. */
  int usage() {
    return usage;
  }

  /** The place of the list of choices; −1 when there is none. */
  int choices() {
    return choices;
  }

  /** Whether it is there for its usage alone: an empty list of choices, and an object of usage. */
  boolean usageOnly(byte[] b) {
    return noChoices && usage >= 0 && b[usage] == '{';
  }

  /** Whether a choice says why it finished. */
  boolean finished() {
    return finished;
  }

  /** Whether it tells of an error. */
  boolean error() {
    return error;
  }
}
