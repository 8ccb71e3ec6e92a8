package dev.headgate.kernel.transport;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.http.HeaderView;
import java.util.Locale;

/**
 * How the body of an answer is encoded. The gateway asks for none, and some upstreams do not care.
 */
public enum ContentCoding {
  /** Not at all. */
  IDENTITY,
  /** With gzip. */
  GZIP,
  /** With deflate, in zlib's wrapping as it should be or without. */
  DEFLATE,
  /** With something that is not decoded here; the client must be told its name. */
  OPAQUE;

  /** What the headers of an answer say. */
  public static ContentCoding of(HeaderView headers) {
    Bytes value = headers.find("content-encoding");
    if (value == null) {
      return IDENTITY;
    }
    return switch (value.utf8().toLowerCase(Locale.ROOT)) {
      case "", "identity" -> IDENTITY;
      case "gzip", "x-gzip" -> GZIP;
      case "deflate" -> DEFLATE;
      default -> OPAQUE;
    };
  }

  /** Whether {@link DecodedBody} can undo it. */
  public boolean decodable() {
    return this == GZIP || this == DEFLATE;
  }
}
