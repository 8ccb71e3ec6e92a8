package dev.headgate.bench.plugin.empty;

import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.OutgoingBody;
import dev.headgate.spi.provider.Transport;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamRequest;
import dev.headgate.spi.provider.UpstreamSpec;
import java.io.IOException;

/** A network in which every upstream answers at once with the same bytes. */
public final class FixedTransport implements Transport {
  /** The name by which the configuration chooses it. */
  public static final String ID = "bench-network";

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Upstream open(UpstreamSpec spec) {
    return new Upstream() {
      private final byte[] sink = new byte[64 * 1024];

      // The body is copied, as the sockets of a real network would.
      @Override
      public Answer send(Call call, UpstreamRequest request) throws IOException {
        OutgoingBody body = request.body();
        if (body != null) {
          body.forEachPiece((array, offset, length) ->
              System.arraycopy(array, offset, sink, 0, Math.min(length, sink.length)));
        }
        return FixedAnswer.to(call);
      }

      @Override
      public void close() {}
    };
  }
}
