package dev.headgate.bench.upstream.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The few DER encodings of which a certificate is made (X.690). */
public final class Der {

  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int OBJECT_IDENTIFIER = 0x06;
  private static final int UTF8_STRING = 0x0c;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;

  private Der() {}

  public static byte[] sequence(byte[]... parts) {
    return value(SEQUENCE, parts);
  }

  public static byte[] set(byte[]... parts) {
    return value(SET, parts);
  }

  public static byte[] integer(byte[] twosComplement) {
    return value(INTEGER, twosComplement);
  }

  public static byte[] bits(byte[] content) {
    return value(BIT_STRING, new byte[1], content);
  }

  public static byte[] octets(byte[] content) {
    return value(OCTET_STRING, content);
  }

  public static byte[] utf8(String text) {
    return value(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A time as {@code yyyyMMddHHmmssZ}. */
  public static byte[] time(String time) {
    return value(GENERALIZED_TIME, time.getBytes(StandardCharsets.US_ASCII));
  }

  /** An object identifier whose first two numbers are in the first byte. */
  public static byte[] oid(int... encodedNumbers) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (int number : encodedNumbers) {
      for (int shift = 28; shift > 0; shift -= 7) {
        if (number >>> shift != 0) {
          content.write(0x80 | ((number >>> shift) & 0x7f));
        }
      }
      content.write(number & 0x7f);
    }
    return value(OBJECT_IDENTIFIER, content.toByteArray());
  }

  /** A value with a tag of one's own, such as a context-specific one. */
  public static byte[] value(int tag, byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteArrayOutputStream encoded = new ByteArrayOutputStream();
    encoded.write(tag);
    if (length > 0xff) {
      encoded.write(0x82);
      encoded.write(length >>> 8);
    } else if (length > 0x7f) {
      encoded.write(0x81);
    }
    encoded.write(length);
    for (byte[] part : parts) {
      encoded.writeBytes(part);
    }
    return encoded.toByteArray();
  }
}
