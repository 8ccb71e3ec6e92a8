package dev.headgate.plugins.spend;

import dev.headgate.spi.PluginContext;
import dev.headgate.spi.Settings;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the operator set.
 *
 * @param journalBytes how much the journal may hold
 * @param flush how long spend waits at most for its batch
 * @param retention how long calls stay in the log; zero for ever
 * @param table the prices
 * @param adjustments discounts and margins, by provider
 */
record SpendSettings(
    long journalBytes,
    Duration flush,
    Duration retention,
    PriceTable table,
    Map<String, Adjustment> adjustments) {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.spend");
  private static final long JOURNAL_BYTES = 256L << 20;
  private static final int PATIENCE_MILLIS = 5_000;
  private static final int FEWEST_MODELS = 50;

  static SpendSettings read(PluginContext context) {
    Settings own = context.settings();
    Settings general = context.section("general_settings");
    return new SpendSettings(
        own.bytes("journal-bytes").orElse(JOURNAL_BYTES),
        general
            .duration("proxy_batch_write_at")
            .or(() -> own.duration("flush"))
            .orElse(Duration.ofSeconds(1)),
        general
            .duration("maximum_spend_logs_retention_period")
            .or(() -> own.duration("retention"))
            .orElse(Duration.ZERO),
        table(context, own),
        adjustments(context.section("litellm_settings")));
  }

  private static PriceTable table(PluginContext context, Settings own) {
    PriceTable carried = PriceTable.carried();
    String where =
        own.text("price-map")
            .or(() -> context.environment("LITELLM_MODEL_COST_MAP_URL"))
            .orElse("");
    boolean local =
        context.environment("LITELLM_LOCAL_MODEL_COST_MAP").orElse("").equalsIgnoreCase("true");
    if (where.isEmpty() || local) {
      return carried;
    }
    try (InputStream in = open(where)) {
      Map<String, Price> prices = PriceMap.read(in);
      if (isUrl(where) && prices.size() < FEWEST_MODELS) {
        LOG.log(
            System.Logger.Level.WARNING,
            "the price map of {0} has only {1} models and is passed over",
            where,
            prices.size());
        return carried;
      }
      return carried.with(prices);
    } catch (IOException | RuntimeException e) {
      if (isUrl(where)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "the price map of {0} could not be read ({1}); the carried list is used",
            where,
            e.getMessage());
        return carried;
      }
      throw own.refuse(
          "price-map", "a file or URL with a price map as JSON (" + e.getMessage() + ")");
    }
  }

  private static boolean isUrl(String where) {
    return where.startsWith("http://") || where.startsWith("https://");
  }

  private static InputStream open(String where) throws IOException {
    if (!isUrl(where)) {
      return new BufferedInputStream(Files.newInputStream(Path.of(where)));
    }
    URLConnection connection = URI.create(where).toURL().openConnection();
    connection.setConnectTimeout(PATIENCE_MILLIS);
    connection.setReadTimeout(PATIENCE_MILLIS);
    return connection.getInputStream();
  }

  /** {@code cost_discount_config: {openai: 0.05}}, {@code cost_margin_config: {openai: 0.1}}. */
  private static Map<String, Adjustment> adjustments(Settings litellm) {
    Settings discounts = litellm.section("cost_discount_config");
    Settings margins = litellm.section("cost_margin_config");
    Map<String, Adjustment> adjustments = new HashMap<>();
    for (String provider : discounts.keys()) {
      adjustments.put(provider, new Adjustment(part(discounts, provider), BigDecimal.ZERO, 0));
    }
    for (String provider : margins.keys()) {
      Adjustment known = adjustments.getOrDefault(provider, Adjustment.NONE);
      adjustments.put(provider, new Adjustment(known.discount(), part(margins, provider), 0));
    }
    return Map.copyOf(adjustments);
  }

  private static BigDecimal part(Settings settings, String provider) {
    OptionalDouble part = settings.number(provider);
    if (part.isEmpty() || part.getAsDouble() < 0 || part.getAsDouble() > 1) {
      throw settings.refuse(provider, "a part of the cost, from 0 to 1");
    }
    return BigDecimal.valueOf(part.getAsDouble());
  }
}
