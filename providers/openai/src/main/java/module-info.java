import org.jspecify.annotations.NullMarked;

/** Calls upstreams that speak OpenAI's dialect. */
@NullMarked
module dev.headgate.providers.openai {
  requires dev.headgate.spi;
  requires tools.jackson.core;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.providers.openai.OpenAiPlugin;
}
