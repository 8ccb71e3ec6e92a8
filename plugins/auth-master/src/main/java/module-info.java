import org.jspecify.annotations.NullMarked;

/** Authenticates callers by the one static master key. */
@NullMarked
module dev.headgate.plugins.authmaster {
  requires static org.jspecify;
}
