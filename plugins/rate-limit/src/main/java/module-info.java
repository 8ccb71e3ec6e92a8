import org.jspecify.annotations.NullMarked;

/** Limits rates. */
@NullMarked
module dev.headgate.plugins.ratelimit {
  requires dev.headgate.spi;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.plugins.ratelimit.RateLimitPlugin;
}
