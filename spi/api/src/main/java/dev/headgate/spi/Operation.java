package dev.headgate.spi;

/**
 * What a request asks for, told from its path. New constants may be added in a minor version: a
 * {@code switch} over this enum needs a default.
 */
@Preview
public enum Operation {
  /** A chat completion. */
  CHAT(true),
  /** A legacy text completion. */
  COMPLETION(true),
  /** Embeddings. */
  EMBEDDING(true),
  /** A response of the Responses dialect. */
  RESPONSE(true),
  /** Something that concerns a response made before: retrieve, delete, cancel, input items. */
  RESPONSE_LIFECYCLE(true),
  /** A message of the Messages dialect. */
  MESSAGE(true),
  /** The count of a Messages prompt. */
  COUNT_TOKENS(true),
  /** A realtime session. */
  REALTIME(true),
  /** The list of models, or one of them. */
  MODELS(false),
  /** Liveness and readiness. */
  HEALTH(false),
  /** A route that a plugin contributes. */
  ROUTE(false),
  /** A path that nobody serves. */
  UNKNOWN(false);

  private final boolean callsModel;

  Operation(boolean callsModel) {
    this.callsModel = callsModel;
  }

  /** Whether such a request is for a model, and so goes through all stages. */
  public boolean callsModel() {
    return callsModel;
  }
}
