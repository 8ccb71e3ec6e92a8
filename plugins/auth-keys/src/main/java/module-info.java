import org.jspecify.annotations.NullMarked;

/** Authenticates by virtual keys and the master key, and serves the routes that manage them. */
@NullMarked
module dev.headgate.plugins.authkeys {
  requires dev.headgate.spi;
  requires tools.jackson.core;
  requires tools.jackson.databind;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.plugins.authkeys.AuthKeysPlugin;
}
