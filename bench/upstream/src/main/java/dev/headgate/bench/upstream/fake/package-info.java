/** What the upstream answers where no script says otherwise: a deterministic model provider. */
package dev.headgate.bench.upstream.fake;
