package com.example.teamheader;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Decision;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.metrics.Counter;
import dev.headgate.spi.request.ExchangeView;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The entry: made and started once, when the gateway starts and at each reload. */
public final class TeamHeaderPlugin implements Plugin {

  @Override
  public List<Extension> start(PluginContext context) {
    // Stands under headgate.plugin.team-header in the configuration file. A key there that is not
    // asked for here stops the start, so that a typing error never goes unnoticed.
    String header = context.settings().text("header").orElse("x-team").toLowerCase(Locale.ROOT);
    Set<String> teams = Set.copyOf(context.settings().texts("teams"));
    Counter missing =
        context.metrics().counter("team_header_missing_total", "Requests without a team.").labels();
    return List.of(new TeamGate(header, teams, missing));
  }

  /** Called for each request before its body is read, by many threads at once. */
  private record TeamGate(String header, Set<String> teams, Counter missing) implements HeaderGate {

    @Override
    public Decision check(ExchangeView exchange) {
      Bytes team = exchange.head().headers().find(header);
      if (team == null) {
        missing.increment();
        return Decision.deny(400, "invalid_request_error", "Say who asks in the header " + header);
      }
      if (!teams.isEmpty() && !teams.contains(team.utf8())) {
        return Decision.deny(403, "permission_error", "No such team: see the header " + header);
      }
      return Decision.allow();
    }
  }
}
