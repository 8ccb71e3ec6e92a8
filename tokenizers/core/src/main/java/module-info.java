import org.jspecify.annotations.NullMarked;

/** The encodings and the engine that the token counters share. */
@NullMarked
module dev.headgate.tokenizers {
  requires transitive dev.headgate.spi;
  requires static org.jspecify;

  exports dev.headgate.tokenizers;
}
