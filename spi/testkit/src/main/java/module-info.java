import org.jspecify.annotations.NullMarked;

/** Starts a kernel with one plugin under test and a scripted upstream. */
@NullMarked
module dev.headgate.testkit {
  requires static org.jspecify;
}
