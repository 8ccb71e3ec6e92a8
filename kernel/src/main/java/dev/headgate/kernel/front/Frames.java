package dev.headgate.kernel.front;

/** The numbers of HTTP/2 (RFC 9113) and the layout of a frame's header. */
final class Frames {
  /** Bytes of a frame's header. */
  static final int HEADER = 9;

  /** The largest payload that is read and written. */
  static final int MAX_PAYLOAD = 16_384;

  /** The window of a stream and of the connection, for what clients send. */
  static final int RECEIVE_WINDOW = 1 << 20;

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 0x1;
  static final int ACK = 0x1;
  static final int END_HEADERS = 0x4;
  static final int PADDED = 0x8;

  static final int MAX_CONCURRENT_STREAMS = 3;
  static final int INITIAL_WINDOW_SIZE = 4;
  static final int MAX_FRAME_SIZE = 5;

  static final int NO_ERROR = 0;
  static final int PROTOCOL_ERROR = 1;
  static final int INTERNAL_ERROR = 2;
  static final int FLOW_CONTROL_ERROR = 3;
  static final int REFUSED_STREAM = 7;

  private Frames() {}

  static void putHeader(byte[] target, int at, int length, int type, int flags, int streamId) {
    target[at] = (byte) (length >>> 16);
    target[at + 1] = (byte) (length >>> 8);
    target[at + 2] = (byte) length;
    target[at + 3] = (byte) type;
    target[at + 4] = (byte) flags;
    putInt(target, at + 5, streamId);
  }

  static void putInt(byte[] target, int at, int value) {
    target[at] = (byte) (value >>> 24);
    target[at + 1] = (byte) (value >>> 16);
    target[at + 2] = (byte) (value >>> 8);
    target[at + 3] = (byte) value;
  }

  static int length(byte[] frame, int at) {
    return (frame[at] & 0xff) << 16 | (frame[at + 1] & 0xff) << 8 | (frame[at + 2] & 0xff);
  }

  static int type(byte[] frame, int at) {
    return frame[at + 3] & 0xff;
  }

  static int flags(byte[] frame, int at) {
    return frame[at + 4] & 0xff;
  }

  static int streamId(byte[] frame, int at) {
    return intAt(frame, at + 5) & 0x7fffffff;
  }

  static int intAt(byte[] array, int at) {
    return (array[at] & 0xff) << 24
        | (array[at + 1] & 0xff) << 16
        | (array[at + 2] & 0xff) << 8
        | (array[at + 3] & 0xff);
  }
}
