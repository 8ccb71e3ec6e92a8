package dev.headgate.kernel.http;

/**
 * What a client side tells about while its exchange runs. Called on the watch thread, so it must be
 * quick.
 */
public interface InFlight {

  /**
   * The time has come to look: has a deadline passed, has the client left?
   *
   * @param nowNanos the monotonic clock
   */
  void tick(long nowNanos);
}
