package dev.headgate.testkit;

import dev.headgate.bench.upstream.ScriptedUpstream;
import dev.headgate.kernel.Gateway;
import dev.headgate.kernel.GatewayOptions;
import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.config.ServerSettings;
import dev.headgate.kernel.config.tree.Origin;
import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.kernel.plugin.Manifest;
import dev.headgate.kernel.plugin.PluginCatalog;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.SpiVersion;
import dev.headgate.testkit.state.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A gateway around the plugins under test, with a clock to set and an upstream to script. It is the
 * real kernel on a port of its own; only what stands around it is the test's.
 *
 * <p>Two plugins come with it, so that a test needs only its own: {@link Doorman} lets everybody in
 * who shows {@link Doorman#KEY}, and {@link Passage} sends the client's bytes to the upstream for
 * deployments whose model begins with {@code test/}.
 *
 * <pre>{@code
 * try (TestGateway gateway = TestGateway.around(WordFilter.class, WordFilter::new)
 *     .config("headgate: {plugin: {word-filter: {words: [secret]}}}")
 *     .start()) {
 *   var answer = gateway.chat("this is secret");
 *   assertThat(answer.statusCode()).isEqualTo(400);
 *   assertThat(gateway.upstream().calls()).isZero();
 * }
 * }</pre>
 */
public final class TestGateway implements AutoCloseable {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Says what the gateway is made of. */
  public static final class Builder {
    private final List<FoundPlugin> plugins = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private String config = "";
    private String models =
        """
        model_list:
          - model_name: test-model
            litellm_params: {model: test/upstream-model, api_base: "%UPSTREAM%"}
        """;
    private boolean doorman = true;
    private boolean strict;

    private Builder() {}

    /**
     * With one more plugin.
     *
     * @param type the plugin's class, beside whose jar or folder its manifest lies
     * @param maker makes an instance for each start and reload
     */
    public Builder with(Class<? extends Plugin> type, Supplier<? extends Plugin> maker) {
      plugins.add(FoundPlugin.given(type, maker));
      return this;
    }

    /**
     * With one more plugin, whose manifest the test writes itself.
     *
     * @param manifest the keys of the manifest; {@code version} and {@code spi} may be left out
     * @param maker makes an instance for each start and reload
     */
    public Builder with(Map<String, String> manifest, Supplier<? extends Plugin> maker) {
      Map<String, String> keys = new HashMap<>(manifest);
      keys.putIfAbsent("version", "1");
      keys.putIfAbsent("spi", SpiVersion.current());
      plugins.add(FoundPlugin.given(Manifest.of(keys), maker));
      return this;
    }

    /**
     * With more of the configuration file.
     *
     * @param yaml top-level keys; {@code %UPSTREAM%} stands for the upstream's address
     */
    public Builder config(String yaml) {
      config = config + yaml + "\n";
      return this;
    }

    /**
     * With other models than {@code test-model}.
     *
     * @param yaml the key {@code model_list}; {@code %UPSTREAM%} stands for the upstream's address
     */
    public Builder models(String yaml) {
      models = yaml + "\n";
      return this;
    }

    /**
     * With a store and a feed of changes for the plugins that ask for them.
     *
     * @param store the store, which the test keeps
     */
    public Builder store(MemoryStore store) {
      return with(
          Map.of(
              "id",
              "store-memory",
              "kinds",
              "RecordStore, ChangeFeed",
              "provides",
              "RecordStore, ChangeFeed"),
          store::asPlugin);
    }

    /** With an environment variable. */
    public Builder environment(String name, String value) {
      environment.put(name, value);
      return this;
    }

    /** Without {@link Doorman}: the plugin under test authenticates. */
    public Builder withoutDoorman() {
      doorman = false;
      return this;
    }

    /** With warnings about the configuration as errors. */
    public Builder strict() {
      strict = true;
      return this;
    }

    /**
     * Starts it.
     *
     * @throws dev.headgate.spi.PluginException if a plugin cannot start
     * @throws dev.headgate.spi.SettingException if the configuration is wrong
     */
    public TestGateway start() {
      ScriptedUpstream upstream = ScriptedUpstream.start();
      try {
        return new TestGateway(this, upstream);
      } catch (RuntimeException e) {
        upstream.close();
        throw e;
      }
    }
  }

  private final ScriptedUpstream upstream;
  private final SettableClock clock = new SettableClock(START);
  private final Path folder;
  private final Path file;
  private final Gateway gateway;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  private TestGateway(Builder builder, ScriptedUpstream upstream) {
    this.upstream = upstream;
    List<FoundPlugin> plugins = new ArrayList<>(builder.plugins);
    if (builder.doorman) {
      plugins.add(Doorman.found());
    }
    plugins.add(Passage.found());
    PluginCatalog catalog = PluginCatalog.given(plugins);
    try {
      folder = Files.createTempDirectory("headgate-test");
      file = folder.resolve("config.yaml");
      write(builder.models + builder.config);
      gateway =
          Gateway.start(
              new GatewayOptions(
                  ConfigInput.of(file)
                      .environment(builder.environment)
                      .override(ServerSettings.HOST, "127.0.0.1", Origin.flag("test kit"))
                      .override(ServerSettings.PORT, "0", Origin.flag("test kit")),
                  builder.environment,
                  grants -> catalog,
                  folder,
                  "test",
                  builder.strict,
                  clock));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String yaml) throws IOException {
    Files.writeString(file, yaml.replace("%UPSTREAM%", upstream.baseUrl()));
  }

  /**
   * A gateway around one plugin.
   *
   * @param type the plugin's class, beside whose jar or folder its manifest lies
   * @param maker makes an instance for each start and reload
   */
  public static Builder around(Class<? extends Plugin> type, Supplier<? extends Plugin> maker) {
    return new Builder().with(type, maker);
  }

  /** A gateway with no plugin but the two that come with it. */
  public static Builder alone() {
    return new Builder();
  }

  /** The upstream that deployments can be sent to. */
  public ScriptedUpstream upstream() {
    return upstream;
  }

  /** The clock of the gateway. */
  public SettableClock clock() {
    return clock;
  }

  /** The gateway itself. */
  public Gateway gateway() {
    return gateway;
  }

  /** Where it listens, without a slash at the end. */
  public String baseUrl() {
    return "http://127.0.0.1:" + gateway.address().getPort();
  }

  /**
   * Asks {@code test-model} a question, with the doorman's key.
   *
   * @param text what the user says
   */
  public HttpResponse<String> chat(String text) {
    return post("/v1/chat/completions", chatBody(text, false));
  }

  /**
   * Asks {@code test-model} a question and has the answer streamed; the body is all its events.
   *
   * @param text what the user says
   */
  public HttpResponse<String> chatStream(String text) {
    return post("/v1/chat/completions", chatBody(text, true));
  }

  private static String chatBody(String text, boolean stream) {
    return "{\"model\":\"test-model\",\"stream\":"
        + stream
        + ",\"messages\":[{\"role\":\"user\",\"content\":\""
        + text.replace("\\", "\\\\").replace("\"", "\\\"")
        + "\"}]}";
  }

  /**
   * Sends a request with the doorman's key.
   *
   * @param path with a slash in front
   * @param json the body
   */
  public HttpResponse<String> post(String path, String json) {
    return send(request(path).POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  /** Sends a request without a body, with the doorman's key. */
  public HttpResponse<String> get(String path) {
    return send(request(path).GET());
  }

  /** Starts a request to the gateway that carries the doorman's key. */
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(baseUrl() + path))
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", "Bearer " + Doorman.KEY)
        .header("Content-Type", "application/json");
  }

  /** Sends a request and waits for its answer. */
  public HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the gateway", e);
    }
  }

  /**
   * Puts another configuration in the place of the first and reloads.
   *
   * @param yaml the whole file; {@code %UPSTREAM%} stands for the upstream's address
   * @return whether it is in force
   */
  public boolean reload(String yaml) {
    try {
      write(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return gateway.reload();
  }

  @Override
  public void close() {
    client.close();
    gateway.close();
    upstream.close();
    try (var files = Files.walk(folder)) {
      for (Path path : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
