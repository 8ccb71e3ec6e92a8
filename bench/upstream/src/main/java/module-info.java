import org.jspecify.annotations.NullMarked;

/** A deterministic fake provider, for tests and measurements. */
@NullMarked
module dev.headgate.bench.upstream {
  requires static org.jspecify;

  exports dev.headgate.bench.upstream;
  exports dev.headgate.bench.upstream.fake to
      dev.headgate.bench.load;
  exports dev.headgate.bench.upstream.wire to
      dev.headgate.bench.load;
}
