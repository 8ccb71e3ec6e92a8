package dev.headgate.spi.routing;

import dev.headgate.spi.Preview;

/**
 * The deployments that are left for an exchange. Used by the exchange's thread; valid during the
 * call.
 */
@Preview
public interface Candidates {

  /** How many are left. */
  int size();

  /**
   * One of them.
   *
   * @param index from 0 to size − 1
   */
  Deployment get(int index);

  /**
   * Takes one out.
   *
   * @param index from 0 to size − 1; later ones move up
   * @param reason what the client is told when none is left, such as "not in region eu"
   */
  void remove(int index, String reason);
}
