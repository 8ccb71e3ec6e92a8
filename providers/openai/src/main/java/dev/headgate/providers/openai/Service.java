package dev.headgate.providers.openai;

import java.util.List;

/**
 * A service that speaks OpenAI's dialect.
 *
 * @param prefix the prefix of {@code litellm_params.model}
 * @param defaultBase where it is; empty when only the operator knows
 * @param baseVariables environment variables that hold an address of the operator's own
 * @param keyVariables environment variables that hold the key, the first one found counts
 * @param usageOnRequest whether a stream brings its usage only to those who ask with {@code
 *     stream_options}; the others bring it always, and some refuse the option
 */
record Service(
    String prefix,
    String defaultBase,
    List<String> baseVariables,
    List<String> keyVariables,
    boolean usageOnRequest) {

  private static final List<Service> ALL =
      List.of(
          at("openai", "https://api.openai.com/v1", "OPENAI_API_KEY")
              .base("OPENAI_BASE_URL", "OPENAI_API_BASE"),
          at("text-completion-openai", "https://api.openai.com/v1", "OPENAI_API_KEY")
              .base("OPENAI_BASE_URL", "OPENAI_API_BASE"),
          anywhere("openai_like", "OPENAI_LIKE_API_KEY").base("OPENAI_LIKE_API_BASE"),
          anywhere("custom_openai"),
          anywhere("hosted_vllm", "HOSTED_VLLM_API_KEY").base("HOSTED_VLLM_API_BASE"),
          anywhere("vllm", "HOSTED_VLLM_API_KEY").base("HOSTED_VLLM_API_BASE"),
          at("lm_studio", "http://localhost:1234/v1", "LM_STUDIO_API_KEY")
              .base("LM_STUDIO_API_BASE"),
          at("llamafile", "http://127.0.0.1:8080/v1", "LLAMAFILE_API_KEY")
              .base("LLAMAFILE_API_BASE"),
          at("xinference", "http://127.0.0.1:9997/v1", "XINFERENCE_API_KEY")
              .base("XINFERENCE_API_BASE"),
          anywhere("litellm_proxy", "LITELLM_PROXY_API_KEY").base("LITELLM_PROXY_API_BASE"),
          at("groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY").base("GROQ_API_BASE"),
          at("deepseek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY")
              .base("DEEPSEEK_API_BASE"),
          at(
                  "together_ai",
                  "https://api.together.xyz/v1",
                  "TOGETHER_API_KEY",
                  "TOGETHERAI_API_KEY",
                  "TOGETHER_AI_API_KEY")
              .base("TOGETHER_AI_API_BASE"),
          at(
                  "fireworks_ai",
                  "https://api.fireworks.ai/inference/v1",
                  "FIREWORKS_API_KEY",
                  "FIREWORKS_AI_API_KEY",
                  "FIREWORKSAI_API_KEY")
              .base("FIREWORKS_API_BASE"),
          at("openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", "OR_API_KEY")
              .base("OPENROUTER_API_BASE"),
          at("mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY")
              .base("MISTRAL_API_BASE")
              .usageAlways(),
          at("xai", "https://api.x.ai/v1", "XAI_API_KEY").base("XAI_API_BASE"),
          at(
                  "perplexity",
                  "https://api.perplexity.ai",
                  "PERPLEXITYAI_API_KEY",
                  "PERPLEXITY_API_KEY")
              .base("PERPLEXITY_API_BASE")
              .usageAlways(),
          at("cerebras", "https://api.cerebras.ai/v1", "CEREBRAS_API_KEY")
              .base("CEREBRAS_API_BASE"),
          at("sambanova", "https://api.sambanova.ai/v1", "SAMBANOVA_API_KEY")
              .base("SAMBANOVA_API_BASE"),
          at("nvidia_nim", "https://integrate.api.nvidia.com/v1", "NVIDIA_NIM_API_KEY")
              .base("NVIDIA_NIM_API_BASE"),
          at("deepinfra", "https://api.deepinfra.com/v1/openai", "DEEPINFRA_API_KEY")
              .base("DEEPINFRA_API_BASE"),
          at("moonshot", "https://api.moonshot.ai/v1", "MOONSHOT_API_KEY")
              .base("MOONSHOT_API_BASE"),
          at(
                  "dashscope",
                  "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
                  "DASHSCOPE_API_KEY")
              .base("DASHSCOPE_API_BASE"),
          at("hyperbolic", "https://api.hyperbolic.xyz/v1", "HYPERBOLIC_API_KEY")
              .base("HYPERBOLIC_API_BASE"),
          at("nebius", "https://api.studio.nebius.ai/v1", "NEBIUS_API_KEY").base("NEBIUS_API_BASE"),
          at("novita", "https://api.novita.ai/v3/openai", "NOVITA_API_KEY").base("NOVITA_API_BASE"),
          at("lambda_ai", "https://api.lambda.ai/v1", "LAMBDA_API_KEY").base("LAMBDA_API_BASE"),
          at("featherless_ai", "https://api.featherless.ai/v1", "FEATHERLESS_AI_API_KEY")
              .base("FEATHERLESS_API_BASE"),
          at("meta_llama", "https://api.llama.com/compat/v1", "LLAMA_API_KEY")
              .base("LLAMA_API_BASE"),
          at("zai", "https://api.z.ai/api/paas/v4", "ZAI_API_KEY").base("ZAI_API_BASE"));

  /** All of them. */
  static List<Service> all() {
    return ALL;
  }

  private static Service at(String prefix, String defaultBase, String... keyVariables) {
    return new Service(prefix, defaultBase, List.of(), List.of(keyVariables), true);
  }

  private static Service anywhere(String prefix, String... keyVariables) {
    return at(prefix, "", keyVariables);
  }

  private Service base(String... variables) {
    return new Service(prefix, defaultBase, List.of(variables), keyVariables, usageOnRequest);
  }

  private Service usageAlways() {
    return new Service(prefix, defaultBase, baseVariables, keyVariables, false);
  }
}
