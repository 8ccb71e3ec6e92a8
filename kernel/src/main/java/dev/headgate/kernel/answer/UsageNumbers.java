package dev.headgate.kernel.answer;

import dev.headgate.kernel.json.LooseJson;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.usage.Usage;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of an answer's usage objects. A stream may give several; later ones count, field by
 * field, since some providers give a part at the start and the rest at the end.
 */
final class UsageNumbers {
  private boolean cachedApart;
  private long input = -1;
  private long output = -1;
  private long cacheRead;
  private long cacheWrite;
  private long reasoning;
  private long audioInput;
  private long audioOutput;

  void begin(Dialect dialect) {
    input = -1;
    output = -1;
    cacheRead = 0;
    cacheWrite = 0;
    reasoning = 0;
    audioInput = 0;
    audioOutput = 0;
    // In Anthropic's dialect the input does not count what was read from or written to the cache.
    cachedApart = dialect == Dialect.ANTHROPIC;
  }

  /**
   * Reads a usage object.
   *
   * @param at its opening brace; anything else says nothing
   * @return whether there was one
   */
  boolean read(byte[] b, int at, int to) {
    if (at < 0 || at >= to || b[at] != '{') {
      return false;
    }
    int p = LooseJson.first(b, at, to);
    while (p >= 0 && b[p] == '"') {
      int nameEnd = LooseJson.string(b, p, to);
      int value = LooseJson.afterName(b, nameEnd, to);
      if (value < 0) {
        return true;
      }
      if (b[value] == '{') {
        details(b, p, nameEnd, value, to);
      } else {
        number(b, p, nameEnd, LooseJson.number(b, value, to));
      }
      p = LooseJson.next(b, LooseJson.value(b, value, to), to);
    }
    return true;
  }

  private void number(byte[] b, int name, int nameEnd, long tokens) {
    if (tokens < 0) {
      return;
    }
    if (is(b, name, nameEnd, "prompt_tokens") || is(b, name, nameEnd, "input_tokens")) {
      input = later(input, tokens);
    } else if (is(b, name, nameEnd, "completion_tokens") || is(b, name, nameEnd, "output_tokens")) {
      output = later(output, tokens);
    } else if (is(b, name, nameEnd, "cache_read_input_tokens")) {
      cacheRead = later(cacheRead, tokens);
    } else if (is(b, name, nameEnd, "cache_creation_input_tokens")) {
      cacheWrite = later(cacheWrite, tokens);
    }
  }

  private void details(byte[] b, int name, int nameEnd, int object, int to) {
    if (is(b, name, nameEnd, "prompt_tokens_details")
        || is(b, name, nameEnd, "input_tokens_details")) {
      cacheRead = later(cacheRead, member(b, object, to, "cached_tokens"));
      audioInput = later(audioInput, member(b, object, to, "audio_tokens"));
    } else if (is(b, name, nameEnd, "completion_tokens_details")
        || is(b, name, nameEnd, "output_tokens_details")) {
      reasoning = later(reasoning, member(b, object, to, "reasoning_tokens"));
      audioOutput = later(audioOutput, member(b, object, to, "audio_tokens"));
    }
  }

  private static boolean is(byte[] b, int from, int to, String name) {
    return LooseJson.named(b, from, to, name);
  }

  private static long member(byte[] b, int object, int to, String name) {
    return LooseJson.number(b, LooseJson.member(b, object, to, name), to);
  }

  /** The later number, unless it says less than nothing: a zero does not undo what was told. */
  private static long later(long known, long told) {
    return told > 0 || known < 0 ? told : known;
  }

  /** The sum of all, in the normal form; null when no usage was told. */
  @Nullable Usage usage() {
    if (input < 0 && output < 0) {
      return null;
    }
    long prompt = Math.max(input, 0) + (cachedApart ? cacheRead + cacheWrite : 0);
    return new TokenUsage(
        prompt, Math.max(output, 0), cacheRead, cacheWrite, reasoning, audioInput, audioOutput);
  }
}
