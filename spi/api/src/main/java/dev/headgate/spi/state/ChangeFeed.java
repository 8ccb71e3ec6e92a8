package dev.headgate.spi.state;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import java.util.function.Consumer;

/**
 * Tells all instances what has changed, so that copies in memory are fresh within a second.
 * Delivery is at least once and in order per topic; after a gap every subscriber of the topic gets
 * {@link #GAP}, on which it reads everything again.
 */
@Preview
public interface ChangeFeed extends Extension {

  /** The message that stands for messages that were lost. */
  String GAP = "*";

  /**
   * Tells the others, and ourselves. Must not block for long.
   *
   * @param topic what it is about, such as {@code keys}
   * @param message at most 4,000 bytes
   */
  void publish(String topic, String message);

  /**
   * Listens.
   *
   * @param topic what about
   * @param listener is told, on a background thread, one message at a time
   * @return ends the subscription when closed
   */
  AutoCloseable subscribe(String topic, Consumer<String> listener);
}
