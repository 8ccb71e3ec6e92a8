import org.jspecify.annotations.NullMarked;

/** The command line of the assembled gateway. */
@NullMarked
module dev.headgate.distro {
  requires dev.headgate.bench.plugin;
  requires dev.headgate.bench.upstream;
  requires dev.headgate.kernel;
  requires dev.headgate.spi;
  requires java.logging;
  requires java.management;
  requires jdk.management;
  requires jdk.unsupported;
  requires static org.jspecify;
}
