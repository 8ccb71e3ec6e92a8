package dev.headgate.spi.request;

import dev.headgate.spi.Preview;

/**
 * Edits of a request's body. Only the named places change; every other byte goes upstream as the
 * client sent it. Edits of the same place: the later one counts. Not thread-safe.
 */
@Preview
public interface BodyEdit {

  /**
   * Replaces a range.
   *
   * @param span a value or a part of one, in offsets of the client's body
   * @param replacement the new bytes; not copied, so do not change them
   * @throws IllegalArgumentException if the range overlaps an earlier one without being the same
   */
  void replace(Span span, byte[] replacement);

  /**
   * Replaces a JSON string by another text, escaped as JSON demands.
   *
   * @param span the string, quotes included
   * @param text the new text
   */
  void replaceText(Span span, String text);

  /**
   * Sets a top-level field, in place when it is there, else as the last one.
   *
   * @param name the field
   * @param json its value
   */
  void setField(String name, byte[] json);

  /**
   * Sets a member of an object that is a top-level field, such as {@code include_usage} of {@code
   * stream_options}: in place when it is there, else as the last one. When the field is absent or
   * no object, it becomes an object with this member alone.
   *
   * @param field the top-level field
   * @param name the member
   * @param json its value
   */
  void setMember(String field, String name, byte[] json);

  /**
   * Removes a top-level field with its comma; nothing happens when it is absent.
   *
   * @param name the field
   */
  void removeField(String name);

  /** Whether anything was changed. */
  boolean changed();
}
