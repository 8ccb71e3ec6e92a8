package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.Transport;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamRequest;
import dev.headgate.spi.provider.UpstreamSpec;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells the time that a provider spends itself from the time that it waits: what passes in here is
 * the transport's and the upstream's. A transport that a plugin brings has a meter of its own.
 */
public final class TimedTransport implements Transport {
  private final Transport transport;
  private final @Nullable Hook<Transport> hook;

  /**
   * @param transport opens the connections
   * @param brought the transports that plugins bring
   */
  @SuppressWarnings("ReferenceEquality") // looks for the very transport
  public TimedTransport(Transport transport, List<Hook<Transport>> brought) {
    this.transport = transport;
    this.hook =
        brought.stream().filter(one -> one.extension() == transport).findFirst().orElse(null);
  }

  @Override
  public String name() {
    return transport.name();
  }

  @Override
  public String id() {
    return transport.id();
  }

  @Override
  public Upstream open(UpstreamSpec spec) {
    return new Timed(transport.open(spec), hook);
  }

  private record Timed(Upstream upstream, @Nullable Hook<Transport> hook) implements Upstream {

    @Override
    public Answer send(Call call, UpstreamRequest request) throws IOException {
      if (!(call instanceof AttemptCall attempt)) {
        return upstream.send(call, request);
      }
      GatewayClock clock = attempt.exchange().state.clock();
      long started = clock.nanoTime();
      try {
        return hook == null ? upstream.send(call, request) : metered(attempt, request, hook);
      } finally {
        attempt.sent(clock.nanoTime() - started);
      }
    }

    /** A refusal or a broken connection is the upstream's failure, not the plugin's. */
    private Answer metered(AttemptCall call, UpstreamRequest request, Hook<Transport> plugin)
        throws IOException {
      long started = plugin.meter().start();
      try {
        Answer answer = upstream.send(call, request);
        HookCall.ok(call.exchange(), plugin, started);
        return answer;
      } catch (IOException e) {
        HookCall.ok(call.exchange(), plugin, started);
        throw e;
      } catch (RuntimeException e) {
        HookCall.failed(call.exchange(), plugin, started, e);
        throw e;
      }
    }

    @Override
    public void close() {
      upstream.close();
    }
  }
}
