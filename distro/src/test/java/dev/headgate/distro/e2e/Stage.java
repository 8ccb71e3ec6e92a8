package dev.headgate.distro.e2e;

import dev.headgate.bench.upstream.ScriptedUpstream;
import dev.headgate.testkit.AssembledGateway;
import java.io.IOException;

/** A gateway in front of an upstream, as most tests want it. */
final class Stage implements AutoCloseable {
  private final ScriptedUpstream upstream = ScriptedUpstream.start();
  private final AssembledGateway gateway;

  /**
   * @param more further top-level keys of the configuration
   */
  Stage(String more) {
    gateway =
        AssembledGateway.serve(
            """
            model_list:
              - model_name: gpt-4o
                litellm_params: {model: openai/gpt-4o-mini, api_base: "%s", api_key: sk-provider-key-0123456789}
              - model_name: "fake/*"
                litellm_params: {model: "openai/*", api_base: "%s"}
            general_settings: {master_key: "%%KEY%%"}
            %s
            """
                .formatted(upstream.baseUrl(), upstream.baseUrl(), more));
  }

  ScriptedUpstream upstream() {
    return upstream;
  }

  AssembledGateway gateway() {
    return gateway;
  }

  RawClient client() throws IOException {
    return new RawClient(gateway);
  }

  RawClient.Reply chat(String body) throws IOException {
    try (RawClient client = client()) {
      return client.send(RawClient.chat(body)).reply();
    }
  }

  @Override
  public void close() {
    gateway.close();
    upstream.close();
  }
}
