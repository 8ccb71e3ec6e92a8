package dev.headgate.providers.openai;

import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.UpstreamRequest;
import java.util.List;
import java.util.Set;

/**
 * The headers of a client that the upstream sees.
 *
 * @param policy what is allowed
 * @param taken names in lower case that the operator's own lines have
 */
record PassedHeaders(Policy policy, Set<String> taken) {

  /** What means something to an upstream and never holds a credential. */
  private static final List<String> ALWAYS = List.of("openai-beta", "traceparent", "tracestate");

  void pass(Call call, UpstreamRequest request) {
    HeaderView headers = call.exchange().head().headers();
    for (String name : ALWAYS) {
      if (!taken.contains(name)) {
        request.pass(headers, name);
      }
    }
    if (policy.passOrganization() && !taken.contains("openai-organization")) {
      request.pass(headers, "openai-organization");
    }
    policy.clientHeaders().pass(headers, call.deployment().group(), taken, request);
  }
}
