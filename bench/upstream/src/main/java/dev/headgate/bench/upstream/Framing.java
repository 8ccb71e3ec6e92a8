package dev.headgate.bench.upstream;

/** How a request said where its body ends. */
public enum Framing {
  /** Neither header: there is no body. */
  NONE,
  /** {@code content-length}. */
  CONTENT_LENGTH,
  /** {@code transfer-encoding: chunked}. */
  CHUNKED
}
