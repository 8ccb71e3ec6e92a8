package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.Denial;
import dev.headgate.spi.auth.AuthRequest;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.auth.Credential;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.http.RequestHead;
import org.jspecify.annotations.Nullable;

/** Stage 2: tells who calls, from the head alone. */
final class Authenticate {
  private final CredentialFinder finder;

  Authenticate(PipelineSettings settings) {
    finder = new CredentialFinder(settings.keyHeader());
  }

  private record Request(RequestHead head, @Nullable Credential credential)
      implements AuthRequest {}

  /** Fills the exchange's principal or refuses. */
  void run(Exchange exchange) {
    if (exchange.state.authenticators().isEmpty()) {
      throw new DenialException(
          Denial.of(
              503,
              "auth_provider_unavailable",
              "No authenticator is loaded, so nobody can be let in; load one, such as auth-master."));
    }
    Credential credential = finder.find(exchange.head());
    Principal principal = ask(exchange, credential);
    if (principal == null) {
      throw new DenialException(
          Denial.of(
                  401,
                  "auth_error",
                  credential == null
                      ? "Authentication Error, No api key passed in."
                      : "Authentication Error, no authenticator knows this sort of credential.")
              .param("None"));
    }
    exchange.principal = principal;
  }

  /** Who calls, on a route that is open to everybody; null when nobody is known. */
  @Nullable Principal identify(Exchange exchange) {
    Credential credential = finder.find(exchange.head());
    return credential == null || exchange.state.authenticators().isEmpty()
        ? null
        : ask(exchange, credential);
  }

  private static @Nullable Principal ask(Exchange exchange, @Nullable Credential credential) {
    AuthRequest request = new Request(exchange.head(), credential);
    long started = System.nanoTime();
    for (Hook<Authenticator> hook : exchange.state.authenticators()) {
      AuthResult result;
      try {
        result = hook.extension().authenticate(request);
      } catch (RuntimeException e) {
        HookCall.failed(exchange, hook, started, e);
        throw new DenialException(
            Denial.of(
                503,
                "auth_provider_unavailable",
                "The authenticator " + hook.plugin() + " failed; try again."));
      }
      switch (result) {
        case AuthResult.Authenticated(Principal principal) -> {
          HookCall.ok(exchange, hook, started);
          return principal;
        }
        case AuthResult.Denied(Denial denial) -> {
          HookCall.refused(exchange, hook, started);
          throw new DenialException(denial);
        }
        case AuthResult.Abstained() -> started = HookCall.abstained(exchange, hook, started);
      }
    }
    return null;
  }
}
