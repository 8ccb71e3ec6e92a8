package dev.headgate.spi.request;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Nullable;
import dev.headgate.spi.Preview;
import java.util.List;

/**
 * The top-level facts of a request's JSON body, found in one pass without a tree. Offsets concern
 * {@link #body}. When a key stands twice, the last one counts, as in every common JSON library. Not
 * thread-safe; valid while its exchange lives.
 */
@Preview
public interface Envelope {

  /** The body as the client sent it. */
  Bytes body();

  /** The value of {@code model}, decoded; null when absent or not a string. */
  @Nullable
  String model();

  /** Whether {@code stream} is true. */
  boolean stream();

  /** Whether {@code stream_options.include_usage} is true. */
  boolean includeUsage();

  /**
   * The most tokens that the client lets the model produce: the first of {@code
   * max_completion_tokens}, {@code max_output_tokens}, {@code max_tokens}, {@code
   * max_tokens_to_sample} that is there.
   *
   * @return tokens; −1 when not given
   */
  long maxOutputTokens();

  /** The value of {@code user}, decoded; null when absent or not a string. */
  @Nullable
  String user();

  /** The number of top-level fields. */
  int fieldCount();

  /**
   * The name of a top-level field, decoded.
   *
   * @param index from 0 to fieldCount − 1, in the order of the body
   */
  String fieldName(int index);

  /**
   * The place of a top-level field's value, quotes included.
   *
   * @param index from 0 to fieldCount − 1
   */
  Span fieldValue(int index);

  /**
   * The place of the value of a top-level field.
   *
   * @param name the field's name
   * @return the place, quotes included; {@link Span#NONE} when absent
   */
  Span field(String name);

  /**
   * A top-level string, decoded.
   *
   * @param name the field's name
   * @return null when absent or not a string
   */
  @Nullable
  String text(String name);

  /**
   * The texts that a model reads, in the order of the body: contents of messages, prompt, input,
   * instructions, system, tool results. Found on the first call, for which the body is scanned once
   * more.
   */
  List<TextSpan> texts();
}
