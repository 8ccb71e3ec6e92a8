package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.envelope.GatewayFields;
import dev.headgate.kernel.envelope.MalformedBodyException;
import dev.headgate.kernel.envelope.ScannedEnvelope;
import dev.headgate.kernel.envelope.SplicedBody;
import dev.headgate.kernel.http.ClientSide;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.Denial;
import dev.headgate.spi.http.DenialException;
import java.io.IOException;

/** Stage 4: reads the body once, and finds its top-level facts in one pass. */
final class Receive {
  private static final String INVALID = "invalid_request_error";

  private final PipelineSettings settings;

  Receive(PipelineSettings settings) {
    this.settings = settings;
  }

  void run(Exchange exchange) throws IOException {
    ClientSide client = exchange.client;
    if (client.head().contentLengthIsZero()) {
      if (client.head().method().equals("POST") && needsBody(client.head().path())) {
        throw malformed("the request has no body");
      }
      return;
    }
    Bytes encoding = client.head().find("content-encoding");
    if (encoding != null && encoding.length() > 0 && !encoding.contentEquals("identity")) {
      throw new DenialException(
          Denial.of(
                  415,
                  INVALID,
                  "Request bodies with content-encoding "
                      + encoding.utf8()
                      + " are not accepted; send the JSON as it is.")
              .param("request_body"));
    }
    client.receive(settings.bodyBytes());
    Desk desk = Desk.of(client, settings.jsonDepth());
    exchange.desk = desk;
    ScannedEnvelope envelope = desk.envelope;
    try {
      desk.scanner.scan(client.body(), client.bodyFrom(), client.bodyTo(), envelope);
    } catch (MalformedBodyException e) {
      throw malformed(e.text());
    }
    exchange.envelope = envelope;
    SplicedBody body = desk.body;
    body.reset(envelope);
    GatewayFields.remove(envelope, body);
    exchange.body = body;
    exchange.streaming = envelope.stream();
  }

  private static boolean needsBody(String path) {
    return !path.endsWith("/cancel");
  }

  private static DenialException malformed(String what) {
    return new DenialException(
        Denial.of(400, INVALID, "Invalid JSON body: " + what + ".").param("request_body"));
  }
}
