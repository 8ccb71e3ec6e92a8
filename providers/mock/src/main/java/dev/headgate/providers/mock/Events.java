package dev.headgate.providers.mock;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** Server-sent events. */
final class Events {
  private Events() {}

  /** Several sequences in one, each element made when it is asked for, unlike with a flat map. */
  @SafeVarargs
  static <T> Stream<T> inOrder(Stream<T>... sequences) {
    Stream<T> all = Stream.empty();
    for (Stream<T> sequence : sequences) {
      all = Stream.concat(all, sequence);
    }
    return all;
  }

  static byte[] data(String json) {
    return ("data: " + json + "\n\n").getBytes(StandardCharsets.UTF_8);
  }

  static byte[] named(String name, String json) {
    return ("event: " + name + "\ndata: " + json + "\n\n").getBytes(StandardCharsets.UTF_8);
  }
}
