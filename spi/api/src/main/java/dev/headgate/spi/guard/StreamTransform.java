package dev.headgate.spi.guard;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Nullable;
import dev.headgate.spi.Preview;
import dev.headgate.spi.request.ExchangeView;

/**
 * Looks at or changes the answer on its way to the client. Fails closed: an exception ends the
 * stream with an error event.
 */
@Preview
public interface StreamTransform extends Extension {

  /**
   * Starts on one answer, when its head is known and before its first byte leaves. On the request's
   * thread.
   *
   * @param exchange the request
   * @param stream whether the answer is a stream of events, or else one body
   * @return what sees the answer; null to leave this one alone, at no cost
   */
  @Nullable
  FrameEditor open(ExchangeView exchange, boolean stream);

  /** Sees one answer. Used by the exchange's thread. */
  interface FrameEditor {

    /**
     * Sees a frame: one server-sent event with its blank line, or the whole body of a plain answer.
     * To pass it on, hand it to the sink; to hold it back, keep a copy; to change it, hand over
     * other bytes. Budget: 1 µs a frame.
     *
     * @param frame the bytes, valid during the call
     * @param sink takes what goes on
     */
    void frame(dev.headgate.spi.Bytes frame, FrameSink sink);

    /**
     * The answer ends well: what was held back goes now. Not called when it breaks off.
     *
     * @param sink takes what goes on
     */
    default void end(FrameSink sink) {}
  }

  /** Takes frames. */
  interface FrameSink {

    /**
     * Takes a frame; sent at once, each whole.
     *
     * @param frame the bytes; copied or sent before this returns
     */
    void emit(dev.headgate.spi.Bytes frame);
  }
}
