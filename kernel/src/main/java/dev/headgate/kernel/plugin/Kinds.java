package dev.headgate.kernel.plugin;

import dev.headgate.spi.Extension;
import dev.headgate.spi.admission.LimitLedger;
import dev.headgate.spi.admission.LimitSource;
import dev.headgate.spi.admission.PriceBook;
import dev.headgate.spi.admission.TokenCounterProvider;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.cache.ResponseCache;
import dev.headgate.spi.guard.Guardrail;
import dev.headgate.spi.guard.StreamTransform;
import dev.headgate.spi.http.RouteContributor;
import dev.headgate.spi.provider.Provider;
import dev.headgate.spi.provider.Transport;
import dev.headgate.spi.routing.AttemptListener;
import dev.headgate.spi.routing.CandidateFilter;
import dev.headgate.spi.routing.DeploymentSource;
import dev.headgate.spi.routing.RoutingStrategy;
import dev.headgate.spi.state.ChangeFeed;
import dev.headgate.spi.state.RecordStore;
import dev.headgate.spi.state.SecretResolver;
import dev.headgate.spi.usage.UsageListener;
import dev.headgate.spi.usage.UsageSink;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The extension kinds that this kernel calls. */
final class Kinds {
  static final List<Class<? extends Extension>> ALL =
      List.of(
          AttemptListener.class,
          Authenticator.class,
          CandidateFilter.class,
          ChangeFeed.class,
          DeploymentSource.class,
          Guardrail.class,
          HeaderGate.class,
          LimitLedger.class,
          LimitSource.class,
          PriceBook.class,
          Provider.class,
          RecordStore.class,
          ResponseCache.class,
          RouteContributor.class,
          RoutingStrategy.class,
          SecretResolver.class,
          StreamTransform.class,
          TokenCounterProvider.class,
          Transport.class,
          UsageListener.class,
          UsageSink.class);

  static final Set<String> NAMES =
      ALL.stream().map(Class::getSimpleName).collect(Collectors.toUnmodifiableSet());

  /** Kinds that a request can do without: what goes wrong in them must not touch it. */
  private static final Set<Class<? extends Extension>> FAIL_OPEN =
      Set.of(AttemptListener.class, ResponseCache.class, UsageListener.class, UsageSink.class);

  private Kinds() {}

  /** The kinds of an object, in the order of their names. */
  static List<Class<? extends Extension>> of(Extension extension) {
    return ALL.stream().filter(kind -> kind.isInstance(extension)).toList();
  }

  /** Whether a request goes on when a call of this kind fails and the manifest does not say. */
  static boolean failsOpen(Class<? extends Extension> kind) {
    return FAIL_OPEN.contains(kind);
  }
}
