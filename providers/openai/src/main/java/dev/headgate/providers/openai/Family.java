package dev.headgate.providers.openai;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An upstream that speaks the dialect.
 *
 * @param base where it is when the deployment does not say; empty when it must say
 * @param keyVariable the environment variable that holds its key
 */
record Family(String base, String keyVariable) {
  static final String OPENAI = "openai";

  /** By prefix. The public bases are those that the vendors document. */
  static final Map<String, Family> BY_PREFIX = families();

  private static Map<String, Family> families() {
    Map<String, Family> all = new LinkedHashMap<>();
    all.put(OPENAI, new Family("https://api.openai.com/v1", "OPENAI_API_KEY"));
    all.put("text-completion-openai", new Family("https://api.openai.com/v1", "OPENAI_API_KEY"));
    all.put("openai_like", new Family("", "OPENAI_LIKE_API_KEY"));
    all.put("custom_openai", new Family("", "OPENAI_API_KEY"));
    all.put("hosted_vllm", new Family("", "HOSTED_VLLM_API_KEY"));
    all.put("vllm", new Family("", "HOSTED_VLLM_API_KEY"));
    all.put("lm_studio", new Family("http://localhost:1234/v1", "LM_STUDIO_API_KEY"));
    all.put("llamafile", new Family("http://127.0.0.1:8080/v1", "LLAMAFILE_API_KEY"));
    all.put("groq", new Family("https://api.groq.com/openai/v1", "GROQ_API_KEY"));
    all.put("deepseek", new Family("https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"));
    all.put("together_ai", new Family("https://api.together.xyz/v1", "TOGETHERAI_API_KEY"));
    all.put(
        "fireworks_ai",
        new Family("https://api.fireworks.ai/inference/v1", "FIREWORKS_AI_API_KEY"));
    all.put("openrouter", new Family("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"));
    all.put("mistral", new Family("https://api.mistral.ai/v1", "MISTRAL_API_KEY"));
    all.put("xai", new Family("https://api.x.ai/v1", "XAI_API_KEY"));
    all.put("perplexity", new Family("https://api.perplexity.ai", "PERPLEXITYAI_API_KEY"));
    return Map.copyOf(all);
  }
}
