package dev.headgate.kernel.transport;

/** What a call is blocked in. */
interface Stoppable {

  /** Ends it, from another thread. Must not block. */
  void stop();
}
