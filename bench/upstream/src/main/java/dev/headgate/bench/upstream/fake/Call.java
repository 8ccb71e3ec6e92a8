package dev.headgate.bench.upstream.fake;

import java.util.Optional;

/**
 * What a request for generated text asks for.
 *
 * @param model the model as it stands in the body, JSON escapes not resolved
 * @param stream whether events are wanted
 * @param includeUsage whether a usage chunk is wanted
 * @param toolCall the tool call to make instead of a text
 * @param delayMillis time before the answer begins, milliseconds
 * @param chunks content pieces of a stream
 * @param gapMillis time between two content pieces, milliseconds
 * @param bodyBytes least size of the text of a plain answer, bytes
 * @param stamped whether the pieces of a stream have a place for the time they were sent at
 */
record Call(
    String model,
    boolean stream,
    boolean includeUsage,
    Optional<ToolCall> toolCall,
    int delayMillis,
    int chunks,
    int gapMillis,
    int bodyBytes,
    boolean stamped) {

  Call withModel(String newModel) {
    return new Call(
        newModel,
        stream,
        includeUsage,
        toolCall,
        delayMillis,
        chunks,
        gapMillis,
        bodyBytes,
        stamped);
  }

  Call withDelayMillis(int newDelay) {
    return new Call(
        model, stream, includeUsage, toolCall, newDelay, chunks, gapMillis, bodyBytes, stamped);
  }

  /** The text of a content piece of a stream. */
  String piece(int index) {
    return stamped ? Stamp.PLACE : Words.piece(index);
  }

  EventStream newStream() {
    return new EventStream(delayMillis, gapMillis);
  }
}
