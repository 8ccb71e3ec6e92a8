import org.jspecify.annotations.NullMarked;

/** Measures what one plugin adds to a request. */
@NullMarked
module dev.headgate.bench.plugin {
  requires dev.headgate.kernel;
  requires dev.headgate.spi;
  requires java.management;
  requires jdk.management;
  requires static org.jspecify;

  exports dev.headgate.bench.plugin;
}
