package dev.headgate.spi.provider;

import dev.headgate.spi.Preview;
import dev.headgate.spi.request.BodyEdit;
import dev.headgate.spi.request.ExchangeView;
import dev.headgate.spi.routing.Deployment;

/** One attempt to answer an exchange. Used by the exchange's thread, but for {@link #cancelled}. */
@Preview
public interface Call {

  /** The exchange. */
  ExchangeView exchange();

  /** The deployment that was picked. */
  Deployment deployment();

  /** The name of the model upstream, with the tail of a wildcard put in. */
  String upstreamModel();

  /** Edits of the body for this attempt alone, on top of what policies have changed. */
  BodyEdit edit();

  /** The client's body with all edits; what the upstream gets when it is sent as it is. */
  OutgoingBody body();

  /**
   * Tells the kernel that the usage frame of the stream (the one with empty {@code choices}) comes
   * only because the gateway asked for it, so that the client must not see it.
   */
  void withholdUsageFrame();

  /** Whether the client has left, or a deadline has passed. Any thread may ask. */
  boolean cancelled();

  /**
   * What ends a blocked call when the client leaves or a deadline passes: close the connection,
   * wake the waiting. Runs on another thread, at once when the call is already cancelled; replaces
   * the action set before. Must not block.
   *
   * @param action ends the call
   */
  void onCancel(Runnable action);

  /** How long each phase may take; kept by the kernel, which cancels what is overdue. */
  Timeouts timeouts();
}
