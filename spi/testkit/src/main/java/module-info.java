import org.jspecify.annotations.NullMarked;

/** Starts a kernel with one plugin under test and a scripted upstream. */
@NullMarked
module dev.headgate.testkit {
  requires dev.headgate.bench.upstream;
  requires dev.headgate.kernel;
  requires dev.headgate.spi;
  requires static org.jspecify;
}
