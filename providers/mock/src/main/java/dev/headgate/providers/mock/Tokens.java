package dev.headgate.providers.mock;

import dev.headgate.spi.Settings;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What an answer says that it used.
 *
 * @param input tokens of the prompt
 * @param output tokens produced
 */
record Tokens(long input, long output) {
  private static final int BYTES_A_TOKEN = 4;

  /** As configured, under the names of either dialect; null when nothing is. */
  static @Nullable Tokens of(Settings usage) {
    OptionalLong input = first(usage, "prompt_tokens", "input_tokens");
    OptionalLong output = first(usage, "completion_tokens", "output_tokens");
    if (input.isEmpty() && output.isEmpty()) {
      return null;
    }
    return new Tokens(input.orElse(0), output.orElse(0));
  }

  private static OptionalLong first(Settings usage, String key, String otherKey) {
    OptionalLong value = usage.integer(key);
    OptionalLong other = usage.integer(otherKey);
    return value.isPresent() ? value : other;
  }

  /** A guess from sizes. */
  static Tokens estimate(int bodyBytes, String text) {
    return new Tokens(ofBytes(bodyBytes), ofBytes(text.getBytes(StandardCharsets.UTF_8).length));
  }

  private static long ofBytes(int bytes) {
    return Math.max(1, (bytes + BYTES_A_TOKEN - 1) / BYTES_A_TOKEN);
  }

  long total() {
    return input + output;
  }
}
