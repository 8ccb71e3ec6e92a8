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
 */
record Call(
    String model,
    boolean stream,
    boolean includeUsage,
    Optional<ToolCall> toolCall,
    int delayMillis,
    int chunks,
    int gapMillis,
    int bodyBytes) {

  Call withModel(String newModel) {
    return new Call(
        newModel, stream, includeUsage, toolCall, delayMillis, chunks, gapMillis, bodyBytes);
  }

  Call withDelayMillis(int newDelay) {
    return new Call(model, stream, includeUsage, toolCall, newDelay, chunks, gapMillis, bodyBytes);
  }

  EventStream newStream() {
    return new EventStream(delayMillis, gapMillis);
  }
}
