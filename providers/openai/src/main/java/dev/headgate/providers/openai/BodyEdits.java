package dev.headgate.providers.openai;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Operation;
import dev.headgate.spi.provider.BodyDefaults;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.request.BodyEdit;
import dev.headgate.spi.request.Envelope;
import dev.headgate.spi.request.Span;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * What of a client's body changes on its way to one deployment: the model's name, metadata that is
 * for the gateway, defaults of the deployment, and the wish for usage. All else stays as it came.
 */
final class BodyEdits {
  private final byte @Nullable [] model;
  private final BodyDefaults defaults;
  private final StreamUsage usage;

  /**
   * @param model the name of the model upstream, or a pattern for it
   * @param defaults what the operator adds
   * @param usage whether streams are asked for their usage
   */
  BodyEdits(String model, BodyDefaults defaults, StreamUsage usage) {
    this.model = model.indexOf('*') >= 0 ? null : quoted(model);
    this.defaults = defaults;
    this.usage = usage;
  }

  /** Edits the body of a call to a model. */
  void apply(Call call, Operation operation) {
    Envelope envelope = call.exchange().envelope();
    BodyEdit edit = call.edit();
    putModel(call, envelope, edit);
    if (operation != Operation.RESPONSE && !isTrue(envelope, "store")) {
      // What the upstream stores keeps its metadata. All else of that name speaks to the gateway,
      // and an upstream would refuse it.
      edit.removeField("metadata");
    }
    defaults.apply(envelope, edit);
    if (operation == Operation.CHAT || operation == Operation.COMPLETION) {
      usage.askOn(call);
    }
  }

  /** Edits the body of a request about a response made before; it may name a model or not. */
  void applyToLifecycle(Call call) {
    Envelope envelope = call.exchange().envelope();
    if (envelope.field("model").present()) {
      putModel(call, envelope, call.edit());
    }
  }

  private void putModel(Call call, Envelope envelope, BodyEdit edit) {
    byte[] name = model == null ? quoted(call.upstreamModel()) : model;
    Span span = envelope.field("model");
    if (!span.present() || !standsAt(envelope.body(), span, name)) {
      edit.setField("model", name);
    }
  }

  private static boolean isTrue(Envelope envelope, String field) {
    Span span = envelope.field(field);
    return span.present() && envelope.body().at(span.start()) == 't';
  }

  private static boolean standsAt(Bytes body, Span span, byte[] bytes) {
    if (span.length() != bytes.length) {
      return false;
    }
    for (int i = 0; i < bytes.length; i++) {
      if (body.at(span.start() + i) != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte[] quoted(String text) {
    String escaped = new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
    return ('"' + escaped + '"').getBytes(StandardCharsets.UTF_8);
  }
}
