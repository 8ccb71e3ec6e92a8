package dev.headgate.providers.mock;

import dev.headgate.spi.provider.AnswerBody;
import dev.headgate.spi.provider.UpstreamException;
import java.time.Duration;
import java.util.Iterator;

/** The events of a stream, one at a time, with a pause before each but the first. */
final class StreamBody implements AnswerBody {
  private final Iterator<byte[]> events;
  private final Duration gap;
  private final Pause pause;
  private byte[] event = new byte[0];
  private int position;
  private boolean begun;

  StreamBody(Iterator<byte[]> events, Duration gap, Pause pause) {
    this.events = events;
    this.gap = gap;
    this.pause = pause;
  }

  @Override
  public long length() {
    return -1;
  }

  @Override
  public int read(byte[] target, int offset, int count) throws UpstreamException {
    if (position == event.length) {
      if (!events.hasNext()) {
        return -1;
      }
      pause.await(begun ? gap : Duration.ZERO);
      begun = true;
      event = events.next();
      position = 0;
    }
    int taken = Math.min(count, event.length - position);
    System.arraycopy(event, position, target, offset, taken);
    position += taken;
    return taken;
  }
}
