package dev.headgate.kernel;

import dev.headgate.kernel.config.AdmissionSettings;
import dev.headgate.kernel.config.Available;
import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.config.GatewayConfig;
import dev.headgate.kernel.config.LimitSettings;
import dev.headgate.kernel.config.LiteLlmSettings;
import dev.headgate.kernel.config.ModelAlias;
import dev.headgate.kernel.config.PluginSettings;
import dev.headgate.kernel.config.ServerSettings;
import dev.headgate.kernel.config.UpstreamSettings;
import dev.headgate.kernel.config.tree.ConfigException;
import dev.headgate.kernel.config.tree.ConfigWarning;
import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.kernel.pipeline.PipelineRuntime;
import dev.headgate.kernel.pipeline.PipelineSettings;
import dev.headgate.kernel.pipeline.TimedTransport;
import dev.headgate.kernel.plugin.Extensions;
import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.kernel.plugin.Hook;
import dev.headgate.kernel.plugin.Manifest;
import dev.headgate.kernel.plugin.PluginCatalog;
import dev.headgate.kernel.plugin.PluginChoice;
import dev.headgate.kernel.plugin.PluginConfig;
import dev.headgate.kernel.plugin.PluginHost;
import dev.headgate.kernel.plugin.PluginSet;
import dev.headgate.kernel.routing.ModelTable;
import dev.headgate.kernel.routing.ModelTableBuilder;
import dev.headgate.kernel.routing.SimpleShuffle;
import dev.headgate.kernel.tokens.LateCounters;
import dev.headgate.kernel.tokens.ServingCounters;
import dev.headgate.spi.Extension;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.admission.TokenCounterProvider;
import dev.headgate.spi.admission.TokenCounters;
import dev.headgate.spi.metrics.MeterReader;
import dev.headgate.spi.provider.Timeouts;
import dev.headgate.spi.provider.Transport;
import dev.headgate.spi.routing.ModelCatalog;
import dev.headgate.spi.routing.RoutingStrategy;
import dev.headgate.spi.state.SecretResolver;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** A configuration with its plugins started and its deployments opened: one turn of the gateway. */
final class Loaded {
  private final GatewayConfig config;
  private final PluginSet plugins;
  private final PipelineRuntime.Configuration pipeline;
  private final List<ConfigWarning> found;
  private final List<String> warnings;

  private Loaded(
      GatewayConfig config,
      PluginSet plugins,
      PipelineRuntime.Configuration pipeline,
      List<ConfigWarning> found,
      List<String> warnings) {
    this.config = config;
    this.plugins = plugins;
    this.pipeline = pipeline;
    this.found = found;
    this.warnings = warnings;
  }

  GatewayConfig config() {
    return config;
  }

  PipelineRuntime.Configuration pipeline() {
    return pipeline;
  }

  /** What the plugins that were started found wrong with the configuration. */
  List<ConfigWarning> found() {
    return found;
  }

  List<String> warnings() {
    return warnings;
  }

  /** The latest configuration that plugins were shown, with secrets resolved. */
  private static final class Reader implements Function<List<SecretResolver>, PluginConfig> {
    private final ConfigInput input;
    private GatewayConfig latest;

    Reader(ConfigInput input) {
      this.input = input;
      this.latest = GatewayConfig.load(input);
    }

    @Override
    public PluginConfig apply(List<SecretResolver> resolvers) {
      if (!resolvers.isEmpty()) {
        latest = GatewayConfig.load(input.resolvers(PluginConfig.bySchemes(resolvers)));
      }
      return PluginConfig.of(latest);
    }
  }

  /**
   * Loads and starts everything beside what is in force; what was started is closed again when
   * something is wrong. Nothing changes for requests before {@link #enter}.
   */
  static Loaded load(GatewayOptions options, Shared shared) {
    return load(options, shared, plugin -> true);
  }

  /**
   * The same, of some of the chosen plugins only.
   *
   * @param started which of them are started
   */
  static Loaded load(GatewayOptions options, Shared shared, Predicate<FoundPlugin> started) {
    Reader reader = new Reader(options.input());
    GatewayConfig first = reader.latest;
    PluginChoice choice = PluginChoice.of(first);
    PluginCatalog catalog = options.plugins().apply(choice.grants());
    LateCounters counters = new LateCounters();
    List<FoundPlugin> chosen = catalog.choose(choice);
    chosen.stream().filter(started.negate()).forEach(plugin -> honour(plugin, first));
    PluginSet plugins =
        shared
            .plugins()
            .prepare(
                chosen.stream().filter(started).toList(),
                host(options, shared, reader, counters),
                Set.of());
    boolean allCount = chosen.stream().filter(started.negate()).noneMatch(Loaded::counts);
    try {
      return open(options, shared, reader.latest, catalog, plugins, counters, allCount);
    } catch (RuntimeException e) {
      shared.plugins().discard(plugins);
      throw e;
    }
  }

  private static boolean counts(FoundPlugin plugin) {
    return plugin
        .manifest()
        .map(manifest -> manifest.kinds().contains(TokenCounterProvider.class.getSimpleName()))
        .orElse(false);
  }

  /** A plugin that is not started reads no settings, so what it would read is in its manifest. */
  private static void honour(FoundPlugin plugin, GatewayConfig config) {
    for (String path : plugin.manifest().map(Manifest::settings).orElse(Set.of())) {
      int dot = path.indexOf('.');
      if (dot > 0) {
        config.section(path.substring(0, dot)).accept(path.substring(dot + 1));
      }
    }
  }

  /** What plugins are lent. */
  static PluginHost host(
      GatewayOptions options,
      Shared shared,
      Function<List<SecretResolver>, PluginConfig> config,
      TokenCounters counters) {
    return new PluginHost(
        config,
        shared.clock(),
        shared.meters(),
        shared.hooks(),
        Map.of(
            MeterReader.class,
            shared.meters(),
            ModelCatalog.class,
            shared.models(),
            TokenCounters.class,
            counters),
        options.data());
  }

  /** What the runtime has before the first plugins are started. */
  static PluginHost hostOfNobody(
      GatewayOptions options, GatewayClock clock, MeterRegistry meters, HookMeters hooks) {
    return new PluginHost(
        resolvers -> {
          throw new IllegalStateException("no plugin has been started");
        },
        clock,
        meters,
        hooks,
        Map.of(),
        options.data());
  }

  /** Puts the plugins in force; they close after the last exchange that uses them. */
  void enter(Shared shared) {
    shared.models().set(pipeline.models());
    shared.plugins().swap(plugins);
    shared.plugins().acquire();
  }

  /** Takes everything back before it was in force. */
  void discard(Shared shared) {
    pipeline.models().close();
    shared.plugins().discard(plugins);
  }

  private static Loaded open(
      GatewayOptions options,
      Shared shared,
      GatewayConfig config,
      PluginCatalog catalog,
      PluginSet plugins,
      LateCounters late,
      boolean allCount) {
    Extensions extensions = plugins.extensions();
    ServingCounters counters =
        new ServingCounters(
            extensions.tokenCounterProviders(),
            // The chosen one can only be asked for where those that count were started.
            allCount ? config.get(PluginSettings.TOKENIZER) : ServingCounters.AUTO);
    late.are(counters);
    Map<String, Transport> transports = new LinkedHashMap<>();
    transports.put(shared.pool().id(), shared.pool());
    for (Hook<Transport> hook : extensions.transports()) {
      transports.put(hook.extension().id(), hook.extension());
    }
    List<String> warnings = new ArrayList<>();
    Timeouts plain = timeouts(config, false);
    ModelTableBuilder builder =
        new ModelTableBuilder(
            extensions.providers(),
            new TimedTransport(transport(config, transports), extensions.transports()),
            shared.clock(),
            plain,
            timeouts(config, true),
            warnings::add);
    Set<String> prefixes = builder.prefixes();
    Map<String, String> aliases = new LinkedHashMap<>();
    Set<String> hidden = new HashSet<>();
    for (ModelAlias alias : config.get(LiteLlmSettings.MODEL_GROUP_ALIAS)) {
      aliases.put(alias.name(), alias.group());
      if (alias.hidden()) {
        hidden.add(alias.name());
      }
    }
    ModelTable models = builder.build(config.models(prefixes), aliases, hidden::contains);
    try {
      Set<String> strategies = new HashSet<>(Set.of(SimpleShuffle.ID));
      extensions.routingStrategies().forEach(hook -> strategies.add(hook.extension().id()));
      warnings.clear();
      List<ConfigWarning> found =
          config.check(
              new Available(
                  catalog.ids(), prefixes, strategies, callbacks(extensions), transports.keySet()));
      found.forEach(warning -> warnings.add(warning.toString()));
      config.warnings().forEach(warning -> warnings.add(warning.toString()));
      extensions
          .deploymentSources()
          .forEach(hook ->
              warnings.add(
                  "the plugin "
                      + hook.plugin()
                      + " brings a DeploymentSource, which this version does not ask"));
      if (options.strict() && !warnings.isEmpty()) {
        throw new ConfigException(warnings);
      }
      return new Loaded(
          config,
          plugins,
          new PipelineRuntime.Configuration(
              settings(options, config),
              models,
              builder.takeoverFields(),
              extensions,
              strategy(config, extensions),
              counters,
              config.get(ServerSettings.DRAIN),
              plugins::release),
          found,
          List.copyOf(new java.util.LinkedHashSet<>(warnings)));
    } catch (RuntimeException e) {
      models.close();
      throw e;
    }
  }

  /** Names that LiteLLM's lists of callbacks may hold: those of plugins and of their sinks. */
  private static Set<String> callbacks(Extensions extensions) {
    Set<String> names = new HashSet<>();
    extensions.usageSinks().forEach(hook -> names.add(hook.name()));
    extensions.usageListeners().forEach(hook -> names.add(hook.name()));
    for (Hook<? extends Extension> hook : extensions.routeContributors()) {
      names.add(hook.name());
    }
    return names;
  }

  private static Transport transport(GatewayConfig config, Map<String, Transport> transports) {
    String id =
        config.get(LiteLlmSettings.NETWORK_MOCK)
            ? "network-mock"
            : config.get(UpstreamSettings.TRANSPORT);
    Transport transport = transports.get(id);
    if (transport == null) {
      throw new ConfigException(
          List.of(
              "the transport "
                  + id
                  + " is not there; there are "
                  + String.join(", ", transports.keySet())
                  + " (headgate.upstream.transport, litellm_settings.network_mock)"));
    }
    return transport;
  }

  private static Timeouts timeouts(GatewayConfig config, boolean stream) {
    return new Timeouts(
        config.get(UpstreamSettings.CONNECT_TIMEOUT),
        stream
            ? config
                .get(LiteLlmSettings.STREAM_TIMEOUT)
                .orElse(config.get(UpstreamSettings.FIRST_BYTE_TIMEOUT))
            : config.get(UpstreamSettings.FIRST_BYTE_TIMEOUT),
        config.get(UpstreamSettings.IDLE_TIMEOUT),
        config.get(UpstreamSettings.TOTAL_TIMEOUT));
  }

  private static Optional<Hook<RoutingStrategy>> strategy(
      GatewayConfig config, Extensions extensions) {
    String id = config.get(LiteLlmSettings.ROUTING_STRATEGY);
    return extensions.routingStrategies().stream()
        .filter(hook -> hook.extension().id().equals(id))
        .findFirst();
  }

  private static PipelineSettings settings(GatewayOptions options, GatewayConfig config) {
    return new PipelineSettings(
        config.get(ServerSettings.BODY_BYTES),
        config.get(UpstreamSettings.ANSWER_BYTES),
        config.get(LimitSettings.FRAME_BYTES),
        config.get(LimitSettings.JSON_DEPTH),
        config.get(ServerSettings.IN_FLIGHT),
        config.get(ServerSettings.RESTAMP_STREAM_MODEL),
        config.section("litellm_settings").flag("expose_router_debug_in_errors").orElse(true),
        config.get(ServerSettings.SERVER_TIMING),
        config.get(ServerSettings.SERVER_TIMING_ON_REQUEST),
        config.get(AdmissionSettings.COUNTING).equals(AdmissionSettings.ALWAYS),
        config.get(AdmissionSettings.COUNTING_QUEUE),
        config.get(LiteLlmSettings.KEY_HEADER_NAME),
        config.get(LiteLlmSettings.USER_HEADER_NAME),
        options.version());
  }
}
