package dev.headgate.bench.load.net;

import java.io.IOException;
import java.nio.channels.Channel;

/** Closing what nobody reads from any more. */
public final class Channels {

  private Channels() {}

  /** Closes a channel; one that cannot be closed is gone all the same. */
  public static void close(Channel channel) {
    try {
      channel.close();
    } catch (IOException gone) {
      System.getLogger(Channels.class.getName())
          .log(System.Logger.Level.DEBUG, "closing a channel", gone);
    }
  }
}
