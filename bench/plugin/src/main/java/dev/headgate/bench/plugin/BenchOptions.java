package dev.headgate.bench.plugin;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What was typed behind {@code headgate bench plugin}.
 *
 * @param plugin an id or a jar
 * @param json whether the result is one line of JSON
 * @param config a file with settings of the plugin
 * @param headers further header lines of the request
 * @param prompt a file with the text of the prompt
 * @param same whether each request has the same prompt
 * @param seconds the longest that it may take
 * @param width how wide the interval of the CPU time may be, microseconds
 */
record BenchOptions(
    String plugin,
    boolean json,
    Optional<Path> config,
    List<String> headers,
    Optional<Path> prompt,
    boolean same,
    double seconds,
    double width) {
  static final String USAGE =
      """
      headgate bench plugin <id|jar> [--json] [--config FILE] [--header 'NAME: VALUE']…
                                     [--prompt FILE] [--same] [--seconds N] [--width MICROSECONDS]
        --config   settings of the plugin, as in the gateway's configuration file
        --header   a header that the request needs, such as Authorization
        --prompt   the text of the prompt, instead of about 1 KB of prose
        --same     the same prompt each time, so that caches hit
        --seconds  the longest that it may take (120)
        --width    how wide the 95 % interval of the CPU time may be (1.0), or 2 % if that is more
      """;

  /**
   * Reads the arguments.
   *
   * @throws IllegalArgumentException if they are wrong; the message says how
   */
  static BenchOptions of(List<String> args) {
    String plugin = null;
    boolean json = false;
    boolean same = false;
    Optional<Path> config = Optional.empty();
    Optional<Path> prompt = Optional.empty();
    List<String> headers = new ArrayList<>();
    double seconds = 120;
    double width = 1;
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      switch (arg) {
        case "--json" -> json = true;
        case "--same" -> same = true;
        case "--config" -> config = Optional.of(Path.of(value(args, ++i, arg)));
        case "--prompt" -> prompt = Optional.of(Path.of(value(args, ++i, arg)));
        case "--header" -> headers.add(header(value(args, ++i, arg)));
        case "--seconds" -> seconds = number(value(args, ++i, arg), arg);
        case "--width" -> width = number(value(args, ++i, arg), arg);
        default -> {
          if (arg.startsWith("-")) {
            throw new IllegalArgumentException(
                "the option " + arg + " is not known here\n" + USAGE);
          }
          if (plugin != null) {
            throw new IllegalArgumentException("one plugin at a time, not also " + arg);
          }
          plugin = arg;
        }
      }
    }
    if (plugin == null) {
      throw new IllegalArgumentException("say which plugin\n" + USAGE);
    }
    return new BenchOptions(
        plugin, json, config, List.copyOf(headers), prompt, same, seconds, width);
  }

  private static String value(List<String> args, int at, String option) {
    if (at >= args.size()) {
      throw new IllegalArgumentException("the option " + option + " needs a value");
    }
    return args.get(at);
  }

  private static String header(String line) {
    if (line.indexOf(':') <= 0 || line.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      throw new IllegalArgumentException("--header wants 'NAME: VALUE'");
    }
    return line;
  }

  private static double number(String text, String option) {
    try {
      double number = Double.parseDouble(text);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " wants a number, not " + text, e);
    }
    throw new IllegalArgumentException(option + " wants a number above zero, not " + text);
  }
}
