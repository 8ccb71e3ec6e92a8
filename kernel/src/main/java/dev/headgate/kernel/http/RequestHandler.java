package dev.headgate.kernel.http;

/** Answers requests; the pipeline, seen from the connections. */
public interface RequestHandler {

  /**
   * Answers one request, on the thread of its connection (HTTP/1.1) or of its stream (HTTP/2). When
   * it returns, the answer has been sent to its end or the client side was aborted. Never throws.
   *
   * @param client the request and the way back
   */
  void handle(ClientSide client);

  /**
   * A request that broke HTTP before there was an exchange.
   *
   * @param client the way back
   * @param status the status to answer with
   * @param message what is wrong
   */
  void reject(ClientSide client, int status, String message);
}
