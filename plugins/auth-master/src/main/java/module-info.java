import org.jspecify.annotations.NullMarked;

/** Authenticates by the one master key. */
@NullMarked
module dev.headgate.plugins.authmaster {
  requires dev.headgate.spi;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.plugins.authmaster.AuthMasterPlugin;
}
