package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.kernel.routing.ModelTable;
import dev.headgate.kernel.tokens.PromptCounting;
import dev.headgate.kernel.tokens.ServingCounters;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.admission.LimitLedger;
import dev.headgate.spi.admission.LimitSource;
import dev.headgate.spi.admission.PriceBook;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.cache.ResponseCache;
import dev.headgate.spi.guard.Guardrail;
import dev.headgate.spi.guard.StreamTransform;
import dev.headgate.spi.routing.AttemptListener;
import dev.headgate.spi.routing.CandidateFilter;
import dev.headgate.spi.routing.RoutingStrategy;
import dev.headgate.spi.usage.UsageListener;
import java.util.List;
import java.util.Optional;

/**
 * Everything that an exchange looks up: made whole at start and at each reload, never changed. An
 * exchange keeps to the one that it began with.
 *
 * @param settings of the stages
 * @param clock of the gateway
 * @param models all names
 * @param takeoverFields body fields that make another provider answer
 * @param owners which deployment made which response
 * @param routes the gateway's own routes and those of plugins
 * @param authenticators in their order
 * @param gates in their order
 * @param filters in their order
 * @param strategy picks a deployment; simple-shuffle when empty
 * @param limitSources in their order
 * @param ledger keeps the counters
 * @param prices knows what calls cost
 * @param counters which counter serves a model
 * @param counting counts prompts
 * @param guardrails in their order
 * @param caches in their order
 * @param attemptListeners in their order
 * @param transforms in their order
 * @param usageListeners in their order
 * @param sinks queues of those who are told later
 * @param keepsBodies whether somebody needs the request's body at the end
 */
record GatewayState(
    PipelineSettings settings,
    GatewayClock clock,
    ModelTable models,
    List<String> takeoverFields,
    ResponseOwners owners,
    RouteTable routes,
    List<Hook<Authenticator>> authenticators,
    List<Hook<HeaderGate>> gates,
    List<Hook<CandidateFilter>> filters,
    Optional<Hook<RoutingStrategy>> strategy,
    List<Hook<LimitSource>> limitSources,
    Optional<Hook<LimitLedger>> ledger,
    Optional<Hook<PriceBook>> prices,
    ServingCounters counters,
    PromptCounting counting,
    List<Hook<Guardrail>> guardrails,
    List<Hook<ResponseCache>> caches,
    List<Hook<AttemptListener>> attemptListeners,
    List<Hook<StreamTransform>> transforms,
    List<Hook<UsageListener>> usageListeners,
    List<SinkQueue> sinks,
    boolean keepsBodies) {}
