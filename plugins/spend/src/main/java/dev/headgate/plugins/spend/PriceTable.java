package dev.headgate.plugins.spend;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The prices of models by name, from the list that the plugin carries and from the operator's. */
final class PriceTable {
  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
  private final Map<String, Price> prices;

  private PriceTable(Map<String, Price> prices) {
    this.prices = prices;
  }

  /** The list that the plugin carries. */
  static PriceTable carried() {
    Map<String, Price> prices = new HashMap<>();
    try (InputStream in = PriceTable.class.getResourceAsStream("prices.csv")) {
      if (in == null) {
        throw new IllegalStateException("the plugin's jar lacks prices.csv");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().toList()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          read(line, prices);
        }
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return new PriceTable(prices);
  }

  /** With the prices of another list, which beat those of this one. */
  PriceTable with(Map<String, Price> more) {
    Map<String, Price> all = new HashMap<>(prices);
    all.putAll(more);
    return new PriceTable(all);
  }

  int size() {
    return prices.size();
  }

  /** name, input, output, cache read, cache write, tier tokens, and the same four of the tier. */
  private static void read(String line, Map<String, Price> into) {
    List<String> cells = List.of(line.split(",", -1));
    Price tier = null;
    long tierTokens = 0;
    if (cells.size() > 5 && !cells.get(5).isBlank()) {
      tierTokens = Long.parseLong(cells.get(5).strip());
      tier = price(cells, 6, 0, null);
    }
    into.put(cells.get(0).strip(), price(cells, 1, tierTokens, tier));
  }

  private static Price price(List<String> cells, int at, long tierTokens, @Nullable Price tier) {
    return new Price(
        cell(cells, at),
        cell(cells, at + 1),
        cell(cells, at + 2),
        cell(cells, at + 3),
        Price.NONE,
        Price.NONE,
        Price.NONE,
        tierTokens,
        tier);
  }

  /** Dollars per million tokens. */
  private static long cell(List<String> cells, int at) {
    if (at >= cells.size() || cells.get(at).isBlank()) {
      return Price.NONE;
    }
    return Price.perMillion(new BigDecimal(cells.get(at).strip()).divide(MILLION));
  }

  /**
   * The prices of a model.
   *
   * @param provider the provider's name
   * @param model the model's name upstream
   * @return null when unknown
   */
  @Nullable Price find(String provider, String model) {
    Price found = prices.get(provider + "/" + model);
    if (found == null) {
      found = prices.get(model);
    }
    if (found == null) {
      String bare = withoutDate(model);
      found = bare.equals(model) ? null : prices.get(bare);
    }
    return found;
  }

  /** A dated version costs what its family costs: {@code gpt-4o-2024-08-06}, {@code …-20250514}. */
  private static String withoutDate(String model) {
    String name = model.substring(model.lastIndexOf('/') + 1);
    String bare = name.replaceFirst("-(\\d{8}|\\d{4}-\\d{2}-\\d{2}|latest)$", "");
    return bare;
  }
}
