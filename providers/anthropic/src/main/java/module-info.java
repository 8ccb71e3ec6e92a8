import org.jspecify.annotations.NullMarked;

/** Calls upstreams that speak Anthropic's dialect. */
@NullMarked
module dev.headgate.providers.anthropic {
  requires dev.headgate.spi;
  requires static org.jspecify;
}
