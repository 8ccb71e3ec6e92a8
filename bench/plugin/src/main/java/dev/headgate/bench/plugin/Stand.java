package dev.headgate.bench.plugin;

import dev.headgate.bench.plugin.empty.EmptyExtensions;
import dev.headgate.bench.plugin.loop.Request;
import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.http.RouteContributor;
import dev.headgate.spi.provider.Provider;
import dev.headgate.spi.routing.RoutingStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Three gateways that answer the same request: one with the plugin, one without it, and one with an
 * empty plugin in its place.
 */
final class Stand implements AutoCloseable {
  private static final String PROSE =
      "The lighthouse keeper wrote down the weather every evening, the height of the waves and the"
          + " names of the ships that passed. ";

  private final Subject subject;
  private final BenchOptions options;
  private final Path scratch;
  private final Plan plan;
  private final List<String> headers;
  private final List<Setup> started = new ArrayList<>();
  private final Setup with;
  private final Setup without;
  private final Setup empty;
  private final Exercise exercise;

  /**
   * Starts them.
   *
   * @param subject the plugin
   * @param options what was typed
   * @param scratch an empty folder
   * @throws UnmeasurableException if the plugin lets no request through
   */
  Stand(Subject subject, BenchOptions options, Path scratch) throws IOException {
    this.subject = subject;
    this.options = options;
    this.scratch = scratch;
    this.plan = new Plan(subject, options.config());
    this.headers = Plan.withKey(options.headers());
    if (plan.measured().isEmpty()) {
      throw new UnmeasurableException(
          "no request meets what "
              + subject.id()
              + " brings ("
              + String.join(", ", subject.manifest().kinds())
              + "), so there is nothing to measure");
    }
    try {
      Brought brought = look();
      with = start("with", plan.with(), plan.fullYaml(brought.prefix, brought.strategy));
      exercise = first(exercises(brought));
      without = start("without", plan.without(), plan.plainYaml());
      empty = start("empty", plan.empty(), plan.emptyYaml());
      require(without, exercise.plain);
      require(empty, exercise.bare);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  Plan plan() {
    return plan;
  }

  Setup with() {
    return with;
  }

  Setup without() {
    return without;
  }

  Setup empty() {
    return empty;
  }

  /** What the requests are, in words. */
  String exercise() {
    return exercise.what;
  }

  /** What of the plugin has to be known before it can be put in its place. */
  private record Brought(String prefix, String strategy, String route) {}

  private Brought look() throws IOException {
    try (Setup probe = start("probe", plan.with(), plan.fullYaml("", ""))) {
      String strategy =
          probe.gateway().extensions(RoutingStrategy.class).stream()
              .map(RoutingStrategy::id)
              .findFirst()
              .orElse("");
      // The stand-in's own provider comes last.
      List<Provider> providers = probe.gateway().extensions(Provider.class);
      String prefix = providers.size() > 1 ? providers.getFirst().prefixes().iterator().next() : "";
      String route =
          probe.gateway().extensions(RouteContributor.class).stream()
              .flatMap(contributor -> contributor.routes().stream())
              .filter(one -> one.method().equals("GET") && !one.path().contains("{"))
              .map(Route::path)
              .findFirst()
              .orElse("");
      return new Brought(prefix, strategy, route);
    }
  }

  /**
   * A request that is worth a try.
   *
   * @param what in words
   * @param full asked with the plugin
   * @param bare asked with the empty plugin
   * @param plain asked without either
   */
  private record Exercise(String what, Request full, Request bare, Request plain) {}

  private List<Exercise> exercises(Brought brought) throws IOException {
    if (plan.onlyRoutes() && !brought.route.isEmpty()) {
      return List.of(
          new Exercise(
              "GET " + brought.route + " beside an empty route and /health/liveliness",
              Request.get(brought.route, headers),
              Request.get(EmptyExtensions.ROUTE, headers),
              Request.get("/health/liveliness", headers)));
    }
    String text = quoted(prompt());
    String messages = "\"messages\":[{\"role\":\"user\",\"content\":" + text + "}]";
    List<Exercise> exercises = new ArrayList<>();
    if (plan.streams()) {
      exercises.add(
          post("/v1/chat/completions", "\"stream\":true," + messages, "a stream of 20 frames"));
    } else {
      exercises.add(post("/v1/chat/completions", messages, "a chat"));
      exercises.add(post("/v1/messages", "\"max_tokens\":100," + messages, "a message"));
      exercises.add(post("/v1/responses", "\"input\":" + text, "a response"));
      exercises.add(post("/v1/embeddings", "\"input\":" + text, "an embedding"));
    }
    return exercises;
  }

  private Exercise post(String path, String fields, String what) {
    String json = "{\"model\":\"bench\"," + fields + "}";
    return new Exercise(
        "POST %s, %s of %,d bytes, %s prompt"
            .formatted(
                path,
                what,
                json.length(),
                options.same() ? "always the same" : "each time another"),
        Request.post(path, json, headers, options.same()),
        Request.post(path, json, headers, options.same()),
        Request.post(path, json, headers, options.same()));
  }

  private String prompt() throws IOException {
    String text =
        options.prompt().isPresent() ? Files.readString(options.prompt().get()) : PROSE.repeat(7);
    return "%NUMBER% " + text;
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        default -> json.append(c < ' ' ? ' ' : c);
      }
    }
    return json.append('"').toString();
  }

  private Setup start(String name, List<FoundPlugin> plugins, String yaml) throws IOException {
    Map<String, String> environment = options.config().isPresent() ? System.getenv() : Map.of();
    Setup setup =
        new Setup(
            name,
            plugins,
            subject.known(),
            yaml,
            scratch,
            environment,
            Request.get("/health/liveliness", headers));
    started.add(setup);
    return setup;
  }

  private Exercise first(List<Exercise> exercises) {
    String complaint = "";
    for (Exercise exercise : exercises) {
      with.ask(exercise.full);
      String said = with.complaint();
      if (said.isEmpty()) {
        return exercise;
      }
      complaint = complaint.isEmpty() ? said : complaint;
    }
    throw new UnmeasurableException(
        "with "
            + subject.id()
            + " the request is refused; give it what it wants with --config and --header:\n"
            + complaint);
  }

  private static void require(Setup setup, Request request) {
    setup.ask(request);
    String complaint = setup.complaint();
    if (!complaint.isEmpty()) {
      throw new UnmeasurableException("the bench's own gateway does not answer:\n" + complaint);
    }
  }

  @Override
  public void close() {
    started.forEach(Setup::close);
  }
}
