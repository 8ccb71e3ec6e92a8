package dev.headgate.bench.load.scenario;

import java.util.List;

/** A route that requests go to. */
public enum Api {
  CHAT("/v1/chat/completions"),
  MESSAGES("/v1/messages"),
  RESPONSES("/v1/responses"),
  EMBEDDINGS("/v1/embeddings");

  private final String path;

  Api(String path) {
    this.path = path;
  }

  public String path() {
    return path;
  }

  /** The fields of an answer that make up what it says. */
  public List<String> textFields() {
    return switch (this) {
      case CHAT -> List.of("content", "arguments");
      case MESSAGES -> List.of("text", "partial_json");
      case RESPONSES -> List.of("text", "delta");
      case EMBEDDINGS -> List.of("embedding");
    };
  }
}
