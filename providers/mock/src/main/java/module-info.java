import org.jspecify.annotations.NullMarked;

/** Answers in process with canned replies, for demos and tests. */
@NullMarked
module dev.headgate.providers.mock {
  requires static org.jspecify;
}
