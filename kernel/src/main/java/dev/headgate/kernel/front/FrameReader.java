package dev.headgate.kernel.front;

import dev.headgate.kernel.net.Wire;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads a connection frame by frame and gives Helidon those that are about the connection and about
 * heads. Frames about a stream under way (data, windows, resets) go to the stream at once, on the
 * connection's thread: so a reset is noticed while the exchange waits for its upstream, a stream
 * whose body is not wanted yet holds up no other, and a reset that crosses with the end of its
 * stream harms nothing.
 */
final class FrameReader {
  /** What a client sends first. */
  static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  private static final int MOST_EMPTY = 100;

  private final Wire wire;
  private final Http2Session session;
  private final byte[] in = new byte[Frames.HEADER + Frames.MAX_PAYLOAD];
  private int from;
  private int to;
  private boolean prefaced;
  private boolean headOpen;
  private int emptyFrames;

  FrameReader(Wire wire, Http2Session session) {
    this.wire = wire;
    this.session = session;
  }

  /** What Helidon reads next: the preface, then whole frames. */
  byte[] next() {
    try {
      if (!prefaced) {
        need(PREFACE.length);
        prefaced = true;
        return take(PREFACE.length);
      }
      while (true) {
        need(Frames.HEADER);
        int length = Frames.length(in, from);
        if (length > Frames.MAX_PAYLOAD) {
          throw new Http2Exception(Http2ErrorCode.FRAME_SIZE, "a frame is too large");
        }
        need(Frames.HEADER + length);
        if (headOpen || !ours(length)) {
          headOpen = headOpen();
          return take(Frames.HEADER + length);
        }
        from += Frames.HEADER + length;
      }
    } catch (IOException e) {
      // The connection broke; to those it served it makes no difference how.
      throw new DataReader.InsufficientDataAvailableException();
    }
  }

  private void need(int count) throws IOException {
    if (in.length - from < count) {
      System.arraycopy(in, from, in, 0, to - from);
      to -= from;
      from = 0;
    }
    while (to - from < count) {
      if (from == to) {
        from = 0;
        to = 0;
      }
      int read = wire.read(in, to, in.length - to);
      if (read < 0) {
        throw new DataReader.InsufficientDataAvailableException();
      }
      to += read;
    }
  }

  private byte[] take(int count) {
    byte[] taken = Arrays.copyOfRange(in, from, from + count);
    from += count;
    return taken;
  }

  /** Whether a head goes on after the frame that is passed on now. */
  private boolean headOpen() {
    int type = Frames.type(in, from);
    boolean head = type == Frames.HEADERS || type == Frames.CONTINUATION;
    return head && (Frames.flags(in, from) & Frames.END_HEADERS) == 0;
  }

  /** Deals with a frame about a stream; false for those that are Helidon's. */
  private boolean ours(int length) {
    int id = Frames.streamId(in, from);
    int type = Frames.type(in, from);
    int flags = Frames.flags(in, from);
    boolean known = id > 0 && id <= session.highest();
    return switch (type) {
      case Frames.HEADERS -> {
        session.head(id, (flags & Frames.END_STREAM) != 0);
        yield false;
      }
      case Frames.SETTINGS -> {
        if ((flags & Frames.ACK) == 0 && length % 6 == 0) {
          settings(length);
        }
        yield false;
      }
      case Frames.DATA -> {
        if (known) {
          data(id, length, flags);
        }
        yield known;
      }
      case Frames.RST_STREAM -> {
        boolean proper = known && length == 4;
        if (proper) {
          session.resetByClient(id);
        }
        yield proper;
      }
      case Frames.WINDOW_UPDATE -> {
        boolean proper = length == 4 && (known || id == 0);
        if (proper) {
          session.window(id, Frames.intAt(in, from + Frames.HEADER) & 0x7fffffff);
        }
        yield proper;
      }
      case Frames.GOAWAY -> {
        session.clientLeaves();
        yield true;
      }
      default -> false;
    };
  }

  private void data(int id, int length, int flags) {
    int at = from + Frames.HEADER;
    int count = length;
    if ((flags & Frames.PADDED) != 0) {
      int padding = length == 0 ? 0 : in[at] & 0xff;
      if (padding >= length) {
        throw new Http2Exception(Http2ErrorCode.PROTOCOL, "a frame's padding is longer than it");
      }
      at++;
      count -= padding + 1;
    }
    boolean end = (flags & Frames.END_STREAM) != 0;
    emptyFrames = count > 0 || end ? 0 : emptyFrames + 1;
    if (emptyFrames > MOST_EMPTY) {
      throw new Http2Exception(Http2ErrorCode.ENHANCE_YOUR_CALM, "too many empty frames");
    }
    session.data(id, in, at, count, length, end);
  }

  private void settings(int length) {
    int start = from + Frames.HEADER;
    for (int at = start; at < start + length; at += 6) {
      int name = (in[at] & 0xff) << 8 | (in[at + 1] & 0xff);
      int value = Frames.intAt(in, at + 2);
      if (name == Frames.INITIAL_WINDOW_SIZE) {
        if (value < 0) {
          throw new Http2Exception(Http2ErrorCode.FLOW_CONTROL, "the window is too large");
        }
        session.sendWindow().initial(value);
      } else if (name == Frames.MAX_FRAME_SIZE && value >= Frames.MAX_PAYLOAD) {
        session.sendWindow().frame(value);
      }
    }
  }
}
