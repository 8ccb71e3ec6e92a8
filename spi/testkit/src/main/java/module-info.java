import org.jspecify.annotations.NullMarked;

/** Starts a gateway around a plugin under test, with a clock to set and an upstream to script. */
@NullMarked
module dev.headgate.testkit {
  requires transitive dev.headgate.bench.upstream;
  requires transitive dev.headgate.kernel;
  requires transitive dev.headgate.spi;
  requires transitive java.net.http;
  // Only the contracts use these.
  requires static org.assertj.core;
  requires static org.junit.jupiter.api;
  requires static org.jspecify;

  exports dev.headgate.testkit;
  exports dev.headgate.testkit.state;
}
