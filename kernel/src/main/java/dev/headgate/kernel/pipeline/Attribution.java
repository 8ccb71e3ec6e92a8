package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.envelope.ScannedEnvelope;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.http.RequestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads whom a request is made for, and by which tags it is booked. */
final class Attribution {
  private static final int MOST_TAGS = 32;
  private static final int LONGEST = 256;

  private Attribution() {}

  /**
   * The end user: a header beats the body.
   *
   * @param ownHeader the operator's own header for it
   */
  static @Nullable String endUser(
      RequestHead head, @Nullable ScannedEnvelope envelope, Optional<String> ownHeader) {
    String named = header(head, "x-litellm-customer-id");
    if (named == null) {
      named = header(head, "x-litellm-end-user-id");
    }
    if (named == null && ownHeader.isPresent()) {
      named = header(head, ownHeader.get());
    }
    if (named != null || envelope == null) {
      return named;
    }
    named = bounded(envelope.user());
    if (named == null) {
      named = bounded(envelope.member("litellm_metadata", "user"));
    }
    if (named == null) {
      named = bounded(envelope.member("metadata", "user_id"));
    }
    return named == null ? bounded(envelope.text("safety_identifier")) : named;
  }

  private static @Nullable String header(RequestHead head, String name) {
    Bytes value = head.headers().find(name);
    return value == null ? null : bounded(value.utf8());
  }

  private static @Nullable String bounded(@Nullable String id) {
    if (id == null || id.isBlank()) {
      return null;
    }
    String bare = id.strip();
    return bare.length() <= LONGEST ? bare : bare.substring(0, LONGEST);
  }

  /** The tags: those of the body beat those of the header. */
  static List<String> tags(RequestHead head, @Nullable ScannedEnvelope envelope) {
    List<String> tags = new ArrayList<>(2);
    if (envelope != null) {
      envelope.list("tags", tags);
      if (tags.isEmpty()) {
        envelope.memberList("metadata", "tags", tags);
      }
    }
    if (tags.isEmpty()) {
      Bytes value = head.headers().find("x-litellm-tags");
      if (value != null) {
        tags.addAll(List.of(value.utf8().split(",", -1)));
      }
    }
    if (tags.isEmpty()) {
      return List.of();
    }
    return tags.stream()
        .map(String::strip)
        .filter(tag -> !tag.isEmpty() && tag.length() <= LONGEST)
        .distinct()
        .limit(MOST_TAGS)
        .toList();
  }
}
