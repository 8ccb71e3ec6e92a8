package dev.headgate.kernel.transport;

import dev.headgate.kernel.net.ChannelWire;
import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.kernel.net.Wire;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import java.io.IOException;
import java.net.UnknownHostException;

/** Makes connections to one origin. */
final class Connector {
  private final OriginKey origin;
  private final DeadlineWatch watch;

  Connector(OriginKey origin, DeadlineWatch watch) {
    this.origin = origin;
    this.watch = watch;
  }

  Wire connect(Sending sending) throws UpstreamException {
    Dial dial = new Dial(watch, sending.call.timeouts().connect());
    if (!sending.cancellation.hold(dial)) {
      throw sending.ended();
    }
    watch.register(dial);
    try {
      return connect(dial);
    } catch (UnknownHostException unknown) {
      throw sending.failure(kind(dial), "the host name is unknown", unknown);
    } catch (IOException failed) {
      throw sending.failure(kind(dial), "no connection", failed);
    } finally {
      watch.unregister(dial);
    }
  }

  private static Kind kind(Dial dial) {
    return dial.late() ? Kind.TIMEOUT : Kind.CONNECT;
  }

  private Wire connect(Dial dial) throws IOException {
    return new ChannelWire(dial.connect(Resolver.resolve(origin.host(), dial), origin.port()));
  }
}
