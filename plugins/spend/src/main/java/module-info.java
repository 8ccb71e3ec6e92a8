import org.jspecify.annotations.NullMarked;

/** Prices and spend. */
@NullMarked
module dev.headgate.plugins.spend {
  requires dev.headgate.spi;
  requires tools.jackson.core;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.plugins.spend.SpendPlugin;
}
