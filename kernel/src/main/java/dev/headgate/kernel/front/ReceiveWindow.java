package dev.headgate.kernel.front;

/**
 * What a client may still send, on a stream or on the connection. It is granted anew in large steps
 * rather than for every frame.
 */
final class ReceiveWindow {
  private static final int STEP = Frames.RECEIVE_WINDOW / 4;

  private int used;
  private int owed;

  /** The client has sent something; false when it was more than it may. */
  synchronized boolean arrived(int count) {
    used += count;
    return used <= Frames.RECEIVE_WINDOW;
  }

  /**
   * There is room again.
   *
   * @return how much is to be granted now; 0 for nothing yet
   */
  synchronized int release(int count) {
    owed += count;
    if (owed < STEP) {
      return 0;
    }
    int grant = owed;
    owed = 0;
    used -= grant;
    return grant;
  }
}
