package dev.headgate.compat;

import dev.headgate.bench.upstream.ScriptedUpstream;
import dev.headgate.testkit.AssembledGateway;

/** A gateway in front of the fake provider, with the models that the clients ask for. */
final class Setting implements AutoCloseable {
  private final ScriptedUpstream upstream = ScriptedUpstream.start();
  private final AssembledGateway gateway;

  Setting() {
    gateway =
        AssembledGateway.serve(
            """
            model_list:
              - model_name: gpt-4o
                litellm_params: {model: openai/gpt-4o-mini, api_base: "%1$s"}
              - model_name: text-embedding-3-small
                litellm_params: {model: openai/text-embedding-3-small, api_base: "%1$s"}
              - model_name: claude
                litellm_params: {model: anthropic/claude-sonnet-4-5, api_base: "%1$s"}
              - model_name: "fake/*"
                litellm_params: {model: "openai/*", api_base: "%1$s"}
            general_settings: {master_key: "%%KEY%%"}
            """
                .formatted(upstream.baseUrl()));
  }

  String url() {
    return gateway.baseUrl();
  }

  @Override
  public void close() {
    gateway.close();
    upstream.close();
  }
}
