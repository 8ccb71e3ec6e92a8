package dev.headgate.providers.mock;

import tools.jackson.core.io.JsonStringEncoder;

/** Texts as JSON strings. */
final class Json {
  private Json() {}

  static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + '"';
  }
}
