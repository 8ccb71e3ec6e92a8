package dev.headgate.providers.openai;

import dev.headgate.spi.PluginContext;
import dev.headgate.spi.provider.ClientHeaders;

/**
 * What holds for all deployments.
 *
 * @param askForUsage whether streams are asked for their usage where the client did not ask
 * @param showUsage whether clients that did not ask see it too
 * @param passOrganization whether a client may name the organization that is billed
 * @param clientHeaders which other headers of a client are passed on
 */
record Policy(
    boolean askForUsage, boolean showUsage, boolean passOrganization, ClientHeaders clientHeaders) {

  static Policy of(PluginContext context) {
    return new Policy(
        context.settings().flag("ask_for_stream_usage").orElse(true),
        inEither(context, "always_include_stream_usage"),
        inEither(context, "forward_openai_org_id"),
        ClientHeaders.of(context));
  }

  /** A flag that operators write into one section or the other. */
  private static boolean inEither(PluginContext context, String flag) {
    return context
        .section("general_settings")
        .flag(flag)
        .or(() -> context.section("litellm_settings").flag(flag))
        .orElse(false);
  }
}
