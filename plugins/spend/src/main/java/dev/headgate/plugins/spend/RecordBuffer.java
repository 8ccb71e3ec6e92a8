package dev.headgate.plugins.spend;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Puts records into bytes: a length and a checksum of four bytes each, then the record. Grows to
 * the longest record and is used again; one thread at a time.
 */
final class RecordBuffer {
  static final int HEAD = 8;
  static final int LONGEST = 1 << 20;
  private static final int LONGEST_TEXT = 4_096;

  private ByteBuffer buffer = ByteBuffer.allocateDirect(4_096);
  private final CRC32C checksum = new CRC32C();

  /** The bytes of a record, ready to be written. */
  ByteBuffer of(SpendRecord record) {
    buffer.clear().position(HEAD);
    record.write(this);
    int end = buffer.position();
    checksum.reset();
    checksum.update(buffer.slice(HEAD, end - HEAD));
    buffer.putInt(0, end - HEAD).putInt(4, (int) checksum.getValue());
    return buffer.flip();
  }

  /**
   * The next record of a segment.
   *
   * @return whether there was a whole one; else the buffer stands where it stood
   */
  static boolean whole(ByteBuffer in, CRC32C checksum) {
    if (in.remaining() < HEAD) {
      return false;
    }
    int start = in.position();
    int length = in.getInt(start);
    if (length <= 0 || length > LONGEST || in.remaining() < HEAD + length) {
      return false;
    }
    checksum.reset();
    checksum.update(in.slice(start + HEAD, length));
    return (int) checksum.getValue() == in.getInt(start + 4);
  }

  void b(byte value) {
    room(1);
    buffer.put(value);
  }

  void number(long value) {
    room(Long.BYTES);
    buffer.putLong(value);
  }

  void text(String text) {
    String bounded = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text;
    byte[] bytes = bounded.getBytes(StandardCharsets.UTF_8);
    room(2 + bytes.length);
    buffer.putShort((short) bytes.length).put(bytes);
  }

  void texts(List<String> texts) {
    room(2);
    buffer.putShort((short) texts.size());
    for (int i = 0; i < texts.size(); i++) {
      text(texts.get(i));
    }
  }

  static String text(ByteBuffer in) {
    byte[] bytes = new byte[in.getShort() & 0xffff];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static List<String> texts(ByteBuffer in) {
    int count = in.getShort() & 0xffff;
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(text(in));
    }
    return texts;
  }

  private void room(int bytes) {
    if (buffer.remaining() < bytes) {
      ByteBuffer larger =
          ByteBuffer.allocateDirect(Math.max(buffer.capacity() * 2, buffer.position() + bytes));
      buffer = larger.put(buffer.flip());
    }
  }
}
