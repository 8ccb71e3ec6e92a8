package dev.headgate.kernel.pipeline;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Decision;
import dev.headgate.spi.http.DenialException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges decisions: deny before respond before warn before allow; among equals the first counts.
 */
final class Verdict {
  private Decision.@Nullable Deny deny;
  private Decision.@Nullable Respond respond;
  private @Nullable List<String> warnings;

  /** Ends the exchange with an answer that a plugin gave. */
  static final class Responded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Decision.Respond answer;

    Responded(Decision.Respond answer) {
      super("a plugin answers", null, false, false);
      this.answer = answer;
    }

    int status() {
      return answer.status();
    }

    String contentType() {
      return answer.contentType();
    }

    Bytes body() {
      return answer.body();
    }
  }

  static boolean refuses(Decision decision) {
    return decision instanceof Decision.Deny;
  }

  /** What a gate that failed says: gates fail closed. */
  static Decision broken(String pluginId) {
    return Decision.deny(
        503,
        "policy_unavailable",
        "The plugin " + pluginId + " failed, and what it guards is closed then; try again.");
  }

  void add(Decision decision) {
    switch (decision) {
      case Decision.Allow allow -> {}
      case Decision.Warn warn -> {
        if (warnings == null) {
          warnings = new ArrayList<>(2);
        }
        warnings.add(warn.text());
      }
      case Decision.Respond answer -> respond = respond == null ? answer : respond;
      case Decision.Deny denial -> deny = deny == null ? denial : deny;
    }
  }

  void apply(Exchange exchange) {
    if (deny != null) {
      throw new DenialException(deny.denial());
    }
    if (respond != null) {
      throw new Responded(respond);
    }
    if (warnings != null) {
      if (exchange.warnings == null) {
        exchange.warnings = warnings;
      } else {
        exchange.warnings.addAll(warnings);
      }
    }
  }
}
