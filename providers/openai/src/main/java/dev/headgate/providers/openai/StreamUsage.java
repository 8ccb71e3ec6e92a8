package dev.headgate.providers.openai;

import dev.headgate.spi.provider.Call;
import dev.headgate.spi.request.Envelope;
import dev.headgate.spi.request.Span;

/** Asks for the usage of a stream where the client did not, so that the gateway can bill it. */
enum StreamUsage {
  /** The service gives it unasked, or the operator does not want it asked for. */
  NOT_ASKED,
  /** Asked for, and kept from clients that did not ask. */
  WITHHELD,
  /** Asked for, and shown to every client. */
  SHOWN;

  private static final String FIELD = "stream_options";
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};

  static StreamUsage of(Service service, Policy policy) {
    if (!policy.askForUsage()) {
      return NOT_ASKED;
    }
    if (!service.usageOnRequest()) {
      return NOT_ASKED;
    }
    return policy.showUsage() ? SHOWN : WITHHELD;
  }

  /** Edits a request of a dialect that has {@code stream_options}. */
  void askOn(Call call) {
    Envelope envelope = call.exchange().envelope();
    if (this == NOT_ASKED || !envelope.stream() || envelope.includeUsage()) {
      return;
    }
    if (isNonsense(envelope)) {
      return;
    }
    call.edit().setMember(FIELD, "include_usage", TRUE);
    if (this == WITHHELD) {
      call.withholdUsageFrame();
    }
  }

  /** Neither an object nor null: the upstream shall see it and say so. */
  private static boolean isNonsense(Envelope envelope) {
    Span span = envelope.field(FIELD);
    if (!span.present()) {
      return false;
    }
    byte first = envelope.body().at(span.start());
    return first != '{' && first != 'n';
  }
}
