import org.jspecify.annotations.NullMarked;

/** Answers in process with canned replies, for demos and tests. */
@NullMarked
module dev.headgate.providers.mock {
  requires dev.headgate.spi;
  requires static org.jspecify;
}
