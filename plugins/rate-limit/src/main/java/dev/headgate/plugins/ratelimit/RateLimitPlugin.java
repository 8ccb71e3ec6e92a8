package dev.headgate.plugins.ratelimit;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.Settings;
import dev.headgate.spi.admission.LimitLedger;
import java.util.ArrayList;
import java.util.List;

/** Limits requests, tokens and requests at once. */
public final class RateLimitPlugin implements Plugin {

  /** Called by the service loader. */
  public RateLimitPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    Rates rates = new Rates(counted(context), context.clock());
    List<Extension> extensions = new ArrayList<>();
    extensions.add(new RateSource(rates));
    context
        .service(LimitLedger.class)
        .ifPresent(ledger -> extensions.add(new RateGate(rates, ledger)));
    return extensions;
  }

  private static CountedTokens counted(PluginContext context) {
    Settings general = context.section("general_settings");
    String name = general.text("token_rate_limit_type").orElse("total");
    return switch (name) {
      case "total" -> CountedTokens.TOTAL;
      case "input" -> CountedTokens.INPUT;
      case "output" -> CountedTokens.OUTPUT;
      default -> throw general.refuse("token_rate_limit_type", "total, input or output");
    };
  }
}
