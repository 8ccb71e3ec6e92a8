package dev.headgate.bench.load.scenario;

import dev.headgate.bench.load.BenchException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A kind of request.
 *
 * @param name what lanes call it
 * @param api the route
 * @param model the model; names such as {@code shape-d20} say how the upstream answers
 * @param promptBytes size of the prompt, bytes
 * @param stream whether a stream is wanted
 * @param key which key is sent
 * @param turns requests of a session, each with a longer history, 1 for none
 * @param tools whether the request brings a tool
 * @param user the end user in the body, empty for none
 * @param status the status that is right
 * @param headers headers that a right answer has
 */
public record RequestSpec(
    String name,
    Api api,
    String model,
    int promptBytes,
    boolean stream,
    Key key,
    int turns,
    boolean tools,
    String user,
    int status,
    List<String> headers) {

  /** Which key a request bears. */
  public enum Key {
    /** The key that the target was given. */
    GOOD,
    /** A key that nobody knows, another for each request. */
    BAD
  }

  private static final int BYTES_A_TOKEN = 4;
  private static final int SMALL_PROMPT = 250;

  static RequestSpec read(Section section) {
    int tokens = section.number("prompt-tokens", 0);
    return new RequestSpec(
        section.name(),
        choice(section, "api", Api.CHAT, Api.values()),
        section.value("model", "shape"),
        section.number("prompt-bytes", tokens > 0 ? tokens * BYTES_A_TOKEN : SMALL_PROMPT),
        section.flag("stream"),
        choice(section, "key", Key.GOOD, Key.values()),
        section.number("turns", 1),
        section.flag("tools"),
        section.value("user", ""),
        section.number("status", 200),
        section.words("expect-headers"));
  }

  static <E extends Enum<E>> E choice(Section section, String key, E otherwise, E[] choices) {
    String value = section.value(key, otherwise.name().toLowerCase(Locale.ROOT));
    return Stream.of(choices)
        .filter(choice -> choice.name().toLowerCase(Locale.ROOT).equals(value))
        .findFirst()
        .orElseThrow(() ->
            section.wrong(
                key,
                value,
                "one of "
                    + String.join(
                        ", ",
                        Stream.of(choices)
                            .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                            .toList())));
  }

  static RequestSpec named(List<RequestSpec> requests, String name, String lane) {
    return requests.stream()
        .filter(request -> request.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new BenchException("lane " + lane + " names a request that is not there: " + name));
  }
}
