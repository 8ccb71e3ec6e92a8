package dev.headgate.providers.openai;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.Settings;
import java.util.List;

/** Brings the provider for OpenAI and its relatives. */
public final class OpenAiPlugin implements Plugin {

  /** For the service loader. */
  public OpenAiPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    Settings general = context.section("general_settings");
    Settings lite = context.section("litellm_settings");
    boolean showUsage =
        general
            .flag("always_include_stream_usage")
            .or(() -> lite.flag("always_include_stream_usage"))
            .orElse(false);
    boolean forwardHeaders = general.flag("forward_client_headers_to_llm_api").orElse(false);
    boolean forwardOrganization =
        lite.flag("forward_openai_org_id")
            .or(() -> general.flag("forward_openai_org_id"))
            .orElse(false);
    return List.of(
        new OpenAiProvider(
            new Wishes(showUsage, forwardHeaders, forwardOrganization), context::environment));
  }
}
