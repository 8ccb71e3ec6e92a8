import org.jspecify.annotations.NullMarked;

/** Load, measurement and reports, for gateways side by side. */
@NullMarked
module dev.headgate.bench.load {
  requires HdrHistogram;
  requires dev.headgate.bench.upstream;
  requires static org.jspecify;
}
