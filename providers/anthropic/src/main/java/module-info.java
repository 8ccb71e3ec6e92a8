import org.jspecify.annotations.NullMarked;

/** Calls upstreams that speak Anthropic's Messages dialect. */
@NullMarked
module dev.headgate.providers.anthropic {
  requires dev.headgate.spi;
  requires tools.jackson.core;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.providers.anthropic.AnthropicPlugin;
}
