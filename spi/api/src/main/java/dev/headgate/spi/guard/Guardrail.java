package dev.headgate.spi.guard;

import dev.headgate.spi.Decision;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import dev.headgate.spi.request.BodyEdit;
import dev.headgate.spi.request.ExchangeView;

/**
 * A policy on the prompt: looks at it, changes it, refuses it. Fails closed unless its manifest
 * says {@code fail: open}.
 *
 * <p>Called once a request on the request's thread, in the order of the configuration; each sees
 * the client's body, and the edits of all are applied together. May block up to the {@code timeout}
 * of its manifest.
 */
@Preview
public interface Guardrail extends Extension {

  /**
   * Says whether to go on.
   *
   * @param exchange the request; its envelope gives the texts by their places
   * @param edit takes changes; refused unless the manifest says {@code mutates: prompt}
   */
  Decision check(ExchangeView exchange, BodyEdit edit);
}
