package dev.headgate.providers.mock;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The facts of one answer, of which each dialect makes its own.
 *
 * @param id eight hexadecimal digits
 * @param created seconds since the epoch
 * @param model the name of the model
 * @param text the whole text
 * @param pieces the text as a stream brings it
 * @param tokens what it used
 * @param usageFrame whether a stream ends with its usage, in the dialect where clients ask for it
 */
record Reply(
    String id,
    long created,
    String model,
    String text,
    Pieces pieces,
    Tokens tokens,
    boolean usageFrame) {

  static String newId() {
    return "%08x".formatted(ThreadLocalRandom.current().nextInt());
  }

  /** The model's name as a JSON string. */
  String quotedModel() {
    return Json.quoted(model);
  }
}
