package dev.headgate.kernel.tokens;

import dev.headgate.kernel.envelope.ScannedEnvelope;
import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenCounterProvider;
import dev.headgate.spi.admission.TokenCounters;
import dev.headgate.spi.request.ExchangeView;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Chooses which counter serves an encoding: the one that the configuration names, else the one that
 * probes highest. A counter is loaded when it is first needed and serves only when it counts the
 * known texts right; one that cannot is passed over, with one line in the log.
 */
public final class ServingCounters implements TokenCounters {
  private static final System.Logger LOG = System.getLogger(ServingCounters.class.getName());

  /** Leaves the choice to the probes. */
  public static final String AUTO = "auto";

  /** The encoding of the newest models of OpenAI, and the stand-in for unknown ones. */
  public static final String USUAL = "o200k_base";

  private static final int KEPT_NAMES = 1024;

  private final List<Hook<TokenCounterProvider>> providers;
  private final String chosen;
  private final ModelEncodings models = ModelEncodings.packaged();
  private final GoldenCounts golden = GoldenCounts.packaged();
  private final Map<String, Serving> byEncoding = new ConcurrentHashMap<>();
  private final Map<String, Serving> byModel = new ConcurrentHashMap<>();
  private final ReentrantLock loading = new ReentrantLock();
  private final Map<Hook<TokenCounterProvider>, Double> probes = new LinkedHashMap<>();
  private final Map<String, String> faults = new ConcurrentHashMap<>();

  /**
   * @param providers all that there are, in the order of the configuration
   * @param chosen the id of the one that shall serve, or {@link #AUTO}
   * @throws PluginException if the chosen one is not there or cannot serve
   */
  public ServingCounters(List<Hook<TokenCounterProvider>> providers, String chosen) {
    this.providers = providers;
    this.chosen = chosen;
    if (!chosen.equals(AUTO)) {
      requireChosen();
    }
  }

  /** A counter that was asked for by name serves, or the start ends here. */
  private void requireChosen() {
    Hook<TokenCounterProvider> hook =
        providers.stream()
            .filter(provider -> provider.extension().id().equals(chosen))
            .findFirst()
            .orElseThrow(() ->
                refused(
                    "no plugin that is on brings it; there "
                        + (providers.isEmpty() ? "is none" : "are " + String.join(", ", ids()))));
    loading.lock();
    try {
      if (probe(hook) <= 0) {
        throw refused(diagnosis(hook));
      }
      String encoding =
          hook.extension().encodings().contains(USUAL)
              ? USUAL
              : hook.extension().encodings().stream().sorted().findFirst().orElse("");
      if (encoding.isEmpty() || load(hook, encoding).isEmpty()) {
        throw refused(faults.getOrDefault(key(hook, encoding), "it knows no encoding"));
      }
    } finally {
      loading.unlock();
    }
  }

  private PluginException refused(String why) {
    return new PluginException(
        "the token counter "
            + chosen
            + " was chosen (headgate.tokenizer, --counter) and cannot serve: "
            + why);
  }

  private List<String> ids() {
    return providers.stream().map(hook -> hook.extension().id()).toList();
  }

  /** Whether any plugin counts. */
  public boolean any() {
    return !providers.isEmpty();
  }

  @Override
  public TokenCounter forModel(String model) {
    return servingModel(model).counter();
  }

  @Override
  public long upperBound(ExchangeView exchange) {
    return exchange.envelope() instanceof ScannedEnvelope envelope
        ? Prompt.of(envelope, exchange.operation()).atMost()
        : exchange.envelope().body().length();
  }

  /**
   * What serves a model.
   *
   * @param model the name of the model upstream
   */
  public Serving servingModel(String model) {
    Serving known = byModel.get(model);
    if (known != null) {
      return known;
    }
    Serving found = find(model);
    if (byModel.size() >= KEPT_NAMES) {
      byModel.clear();
    }
    byModel.put(model, found);
    return found;
  }

  private Serving find(String model) {
    Optional<String> known = models.of(model);
    if (known.isPresent()) {
      return serving(known.get());
    }
    for (Hook<TokenCounterProvider> hook : providers) {
      Optional<String> own = hook.extension().encodingOf(model);
      if (own.isPresent()) {
        return serving(own.get());
      }
    }
    return serving(USUAL).asStandIn();
  }

  /**
   * What serves an encoding; an estimate from sizes when nothing does.
   *
   * @param encoding such as {@code o200k_base}
   */
  public Serving serving(String encoding) {
    Serving known = byEncoding.get(encoding);
    if (known != null) {
      return known;
    }
    loading.lock();
    try {
      known = byEncoding.get(encoding);
      if (known == null) {
        known = choose(encoding);
        byEncoding.put(encoding, known);
      }
      return known;
    } finally {
      loading.unlock();
    }
  }

  private Serving choose(String encoding) {
    List<String> passedOver = new ArrayList<>();
    for (Hook<TokenCounterProvider> hook : ranked(encoding)) {
      Optional<TokenCounter> counter =
          probe(hook) > 0 ? load(hook, encoding) : Optional.<TokenCounter>empty();
      if (counter.isPresent()) {
        Serving serving = new Serving(encoding, counter.get(), hook);
        if (!passedOver.isEmpty()) {
          LOG.log(
              Level.WARNING,
              "tokens of {0} are counted by {1}, since {2}",
              encoding,
              serving.provider(),
              String.join("; ", passedOver));
        }
        return serving;
      }
      if (probe(hook) > 0) {
        passedOver.add(
            hook.extension().id()
                + " cannot: "
                + faults.getOrDefault(key(hook, encoding), diagnosis(hook)));
      }
    }
    LOG.log(
        passedOver.isEmpty() ? Level.DEBUG : Level.WARNING,
        "tokens of {0} are estimated from sizes, since {1}",
        encoding,
        passedOver.isEmpty() ? "no plugin counts them" : String.join("; ", passedOver));
    return new Serving("", new ByteEstimate(), null);
  }

  /** Those that know an encoding: the chosen one first, then by their probes. */
  private List<Hook<TokenCounterProvider>> ranked(String encoding) {
    return providers.stream()
        .filter(hook -> hook.extension().encodings().contains(encoding))
        .sorted(
            Comparator.comparing(
                    (Hook<TokenCounterProvider> hook) -> !hook.extension().id().equals(chosen))
                .thenComparingDouble(hook -> -probe(hook)))
        .toList();
  }

  private double probe(Hook<TokenCounterProvider> hook) {
    Double known = probes.get(hook);
    if (known == null) {
      try {
        known = hook.extension().probe();
      } catch (RuntimeException | LinkageError e) {
        known = 0.0;
        faults.put(key(hook, ""), "its probe failed: " + e);
      }
      probes.put(hook, known);
    }
    return known;
  }

  private Optional<TokenCounter> load(Hook<TokenCounterProvider> hook, String encoding) {
    try {
      TokenCounter counter = hook.extension().load(encoding);
      Optional<String> fault = golden.fault(encoding, counter);
      if (fault.isEmpty()) {
        return Optional.of(counter);
      }
      faults.put(key(hook, encoding), fault.get());
    } catch (RuntimeException | LinkageError e) {
      faults.put(key(hook, encoding), String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  private static String key(Hook<TokenCounterProvider> hook, String encoding) {
    return hook.extension().id() + "/" + encoding;
  }

  private String diagnosis(Hook<TokenCounterProvider> hook) {
    return faults.getOrDefault(key(hook, ""), hook.extension().diagnosis());
  }

  /**
   * Which counter serves and why, one sentence each: the one for the usual encoding first, then
   * what each provider says of itself.
   */
  public List<String> report() {
    List<String> lines = new ArrayList<>();
    Serving usual = serving(USUAL);
    lines.add(
        usual.hook() == null
            ? "tokens are estimated from sizes: no plugin counts " + USUAL
            : "tokens of "
                + USUAL
                + " are counted by "
                + usual.provider()
                + (chosen.equals(AUTO)
                    ? ", the fastest that serves here"
                    : ", which headgate.tokenizer chooses"));
    loading.lock();
    try {
      for (Hook<TokenCounterProvider> hook : providers) {
        String fault = faults.get(key(hook, USUAL));
        lines.add(
            "token counter "
                + hook.extension().id()
                + (fault == null && probe(hook) > 0 ? " can serve" : " cannot serve")
                + ": "
                + (fault == null ? diagnosis(hook) : fault));
      }
    } finally {
      loading.unlock();
    }
    return lines;
  }
}
