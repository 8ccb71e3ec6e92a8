package dev.headgate.spi.cache;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Preview;

/** A whole answer. Immutable. */
@Preview
public interface CachedAnswer {

  /** Names the entry, for the {@code x-litellm-cache-key} header. */
  String key();

  /** The HTTP status. */
  int status();

  /** The media type of the body. */
  String contentType();

  /** The body; for a stream, all its events in a row. */
  Bytes body();
}
