import org.jspecify.annotations.NullMarked;

/** Calls upstreams that speak OpenAI's dialect. */
@NullMarked
module dev.headgate.providers.openai {
  requires static org.jspecify;
}
