package dev.headgate.testkit;

import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.kernel.plugin.Manifest;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Operation;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.SpiVersion;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.Endpoint;
import dev.headgate.spi.provider.Provider;
import dev.headgate.spi.provider.ProviderContext;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamRequest;
import dev.headgate.spi.provider.UpstreamSpec;
import dev.headgate.spi.routing.DeploymentSpec;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sends the client's bytes to the upstream as they are, to the path that the client asked for. */
public final class Passage implements Plugin, Provider {

  /** Sends everything on. */
  public Passage() {}

  static FoundPlugin found() {
    return FoundPlugin.given(
        Manifest.of(
            Map.of(
                "id", "passage",
                "version", "1",
                "spi", SpiVersion.current(),
                "kinds", "Provider")),
        Passage::new);
  }

  @Override
  public List<Extension> start(PluginContext context) {
    return List.of(this);
  }

  @Override
  public Set<String> prefixes() {
    return Set.of("test");
  }

  @Override
  public Endpoint open(DeploymentSpec spec, ProviderContext context) {
    String base =
        spec.params()
            .text("api_base")
            .orElseThrow(() -> spec.params().refuse("api_base", "the address of an upstream"));
    return new Through(base, context.transport().open(UpstreamSpec.of(URI.create(base))));
  }

  private record Through(String address, Upstream upstream) implements Endpoint {
    private static final UpstreamRequest.Template POST =
        UpstreamRequest.template("POST", "/").header("content-type", "application/json").build();

    @Override
    public boolean serves(Operation operation, Dialect dialect) {
      return true;
    }

    @Override
    public Answer call(Call call) throws IOException {
      return upstream.send(
          call, UpstreamRequest.of(POST, call.body()).target(call.exchange().head().path()));
    }

    @Override
    public void close() {
      upstream.close();
    }
  }
}
