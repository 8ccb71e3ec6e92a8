import org.jspecify.annotations.NullMarked;

/** Authenticates callers by the one static master key. */
@NullMarked
module dev.headgate.plugins.authmaster {
  requires dev.headgate.spi;
  requires static org.jspecify;
}
