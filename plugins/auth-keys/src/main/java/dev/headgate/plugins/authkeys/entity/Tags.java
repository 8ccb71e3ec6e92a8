package dev.headgate.plugins.authkeys.entity;

import dev.headgate.plugins.authkeys.records.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The tags that a key or a team gives to its requests. */
final class Tags {
  private Tags() {}

  /** From {@code tags}, or from {@code metadata.tags}, where older keys have them. */
  static List<String> of(ObjectNode document) {
    List<String> own = Json.texts(document, "tags");
    return List.copyOf(own.isEmpty() ? Json.texts(document.path("metadata"), "tags") : own);
  }
}
