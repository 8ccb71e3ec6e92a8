package dev.headgate.kernel.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What {@code litellm_params.model} says.
 *
 * @param provider the prefix that names the provider; {@code *} when the requested name decides
 * @param model the name at the provider
 * @param doubt what the operator should know of how the provider was found; usually empty
 */
record ModelName(String provider, String model, String doubt) {
  /** The provider of the name that a client asks for decides. */
  static final String ANY = "*";

  private static final List<Family> FAMILIES =
      Stream.concat(
              Stream.of(new Family("claude", "anthropic"), new Family("gemini", "gemini")),
              Stream.of(
                      "gpt-",
                      "chatgpt-",
                      "o1",
                      "o3",
                      "o4",
                      "ft:",
                      "text-embedding-",
                      "text-moderation-",
                      "omni-moderation-",
                      "davinci-",
                      "babbage-",
                      "codex-",
                      "computer-use-",
                      "dall-e-",
                      "whisper-",
                      "tts-")
                  .map(start -> new Family(start, "openai")))
          .toList();

  /**
   * Models whose names tell their provider.
   *
   * @param start what the names start with
   * @param provider the provider's prefix
   */
  record Family(String start, String provider) {}

  /**
   * Reads a model name.
   *
   * @param written {@code litellm_params.model}
   * @param named {@code litellm_params.custom_llm_provider}
   */
  static ModelName of(String written, Optional<String> named) {
    if (named.isPresent()) {
      String prefix = named.get() + "/";
      String model = written.startsWith(prefix) ? written.substring(prefix.length()) : written;
      return new ModelName(named.get(), model, "");
    }
    int slash = written.indexOf('/');
    if (slash > 0) {
      return new ModelName(written.substring(0, slash), written.substring(slash + 1), "");
    }
    if (written.equals("*")) {
      return new ModelName(ANY, "*", "");
    }
    return family(written)
        .map(provider -> new ModelName(provider, written, ""))
        .orElseGet(() ->
            new ModelName("openai", written, "has no provider prefix; taken as openai/" + written));
  }

  /** The provider whose models bear such names. */
  static Optional<String> family(String model) {
    return FAMILIES.stream()
        .filter(family -> model.startsWith(family.start()))
        .map(Family::provider)
        .findFirst();
  }

  static List<Family> families() {
    return FAMILIES;
  }
}
