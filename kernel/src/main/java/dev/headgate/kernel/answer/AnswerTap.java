package dev.headgate.kernel.answer;

import dev.headgate.kernel.json.JsonText;
import dev.headgate.kernel.json.LooseJson;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.usage.Usage;
import org.jspecify.annotations.Nullable;

/**
 * Reads on the way what an answer tells about itself: its id, what it used, and of a stream whether
 * it finished, ended or failed. Builds no tree, changes nothing, and never throws, whatever the
 * bytes: it tells what it could read. One answer after another, each from {@link #begin}; one
 * thread.
 *
 * <p>A plain answer is given whole ({@link #answer}) or in pieces ({@link #piece}, then {@link
 * #end}), a stream event by event ({@link #event}).
 */
public final class AnswerTap {
  private Dialect dialect;
  private final UsageNumbers numbers = new UsageNumbers();
  private final SseEvent event = new SseEvent();
  private final ChatChunk chunk = new ChatChunk();
  private @Nullable OutputText output;
  private @Nullable PieceScan pieces;

  private @Nullable String id;
  private boolean usageOnly;
  private boolean finished;
  private boolean terminated;
  private boolean failed;

  /**
   * @param spoken the dialect of the first answer, which is the client's
   */
  public AnswerTap(Dialect spoken) {
    dialect = spoken;
    numbers.begin(spoken);
  }

  /**
   * Forgets the answer before.
   *
   * @param spoken the dialect of the answer, which is the client's
   */
  public void begin(Dialect spoken) {
    dialect = spoken;
    numbers.begin(spoken);
    event.clear();
    pieces = null;
    id = null;
    usageOnly = false;
    finished = false;
    terminated = false;
    failed = false;
    output = null;
  }

  /** Has what the model says kept. */
  public void keep(OutputText said) {
    output = said;
  }

  /** Reads a whole answer that is no stream. */
  public void answer(byte[] b, int from, int to) {
    int at = LooseJson.space(b, from, to);
    chunk.read(b, at, to);
    id(b, chunk.id(), to);
    if (!numbers.read(b, chunk.usage(), to) && output != null) {
      output.take(b, LooseJson.member(b, at, to, said()), to);
    }
  }

  /** The member of a whole answer that holds what the model said. */
  private String said() {
    return switch (dialect) {
      case ANTHROPIC -> "content";
      case RESPONSES -> "output";
      default -> "choices";
    };
  }

  /** Reads the next part of an answer that is no stream and too large to be there whole. */
  public void piece(byte[] b, int from, int to) {
    PieceScan scan = pieces;
    if (scan == null) {
      scan = new PieceScan();
      pieces = scan;
    }
    scan.piece(b, from, to);
  }

  /** Says that the last piece was read. */
  public void end() {
    PieceScan scan = pieces;
    if (scan != null) {
      id(scan.id(), 0, scan.id().length);
      numbers.read(scan.usage(), 0, scan.usage().length);
      pieces = null;
    }
  }

  /**
   * Reads an event of a stream.
   *
   * @param b holds it
   * @param from first byte
   * @param to one after its blank line
   */
  public void event(byte[] b, int from, int to) {
    event.read(b, from, to);
    usageOnly = false;
    switch (dialect) {
      case ANTHROPIC -> message();
      case RESPONSES -> response();
      default -> chat();
    }
  }

  private void chat() {
    if (event.says("[DONE]")) {
      terminated = true;
      return;
    }
    byte[] b = event.data();
    int to = event.dataTo();
    chunk.read(b, event.dataFrom(), to);
    id(b, chunk.id(), to);
    numbers.read(b, chunk.usage(), to);
    usageOnly = chunk.usageOnly(b);
    if (output != null) {
      output.take(b, chunk.choices(), to);
    }
    finished |= chunk.finished();
    failed |= chunk.error() || event.named("error");
  }

  private void message() {
    byte[] b = event.data();
    int at = event.dataFrom();
    int to = event.dataTo();
    if (is("message_start")) {
      int message = LooseJson.member(b, at, to, "message");
      id(b, LooseJson.member(b, message, to, "id"), to);
      numbers.read(b, LooseJson.member(b, message, to, "usage"), to);
    } else if (is("content_block_delta")) {
      if (output != null) {
        output.take(b, LooseJson.member(b, at, to, "delta"), to);
      }
    } else if (is("message_delta")) {
      numbers.read(b, LooseJson.member(b, at, to, "usage"), to);
      int reason = LooseJson.member(b, LooseJson.member(b, at, to, "delta"), to, "stop_reason");
      finished |= reason >= 0 && b[reason] == '"';
    } else if (is("message_stop")) {
      terminated = true;
    } else if (is("error")) {
      failed = true;
    }
  }

  private void response() {
    boolean completed = is("response.completed") || is("response.incomplete");
    boolean broken = !completed && is("response.failed");
    if (completed || broken) {
      terminated = true;
      finished |= completed;
      failed |= broken;
    } else if (is("error")) {
      failed = true;
      return;
    } else if (output != null && id != null) {
      delta(output);
      return;
    } else if (id != null || !is("response.created")) {
      return;
    }
    byte[] b = event.data();
    int to = event.dataTo();
    int response = LooseJson.member(b, event.dataFrom(), to, "response");
    id(b, LooseJson.member(b, response, to, "id"), to);
    numbers.read(b, LooseJson.member(b, response, to, "usage"), to);
  }

  /** The texts of a stream of responses come in pieces and then once more as a whole. */
  private void delta(OutputText said) {
    byte[] b = event.data();
    int to = event.dataTo();
    int at = event.dataFrom();
    int piece = LooseJson.member(b, at, to, "delta");
    if (piece >= 0 && b[piece] == '"') {
      said.take(b, at, to);
    }
  }

  /** Whether the event is of a type, by its name or, where it has none, by its data. */
  private boolean is(String type) {
    if (event.named()) {
      return event.named(type);
    }
    byte[] b = event.data();
    int to = event.dataTo();
    int at = LooseJson.member(b, event.dataFrom(), to, "type");
    if (at < 0 || b[at] != '"') {
      return false;
    }
    int end = LooseJson.string(b, at, to);
    return end >= 0 && LooseJson.named(b, at, end, type);
  }

  private void id(byte[] b, int at, int to) {
    if (id == null && at >= 0 && at < to && b[at] == '"') {
      int end = LooseJson.string(b, at, to);
      id = end < 0 ? null : JsonText.decode(b, at, end);
    }
  }

  /** The provider's id of the answer; null when it told none. */
  public @Nullable String id() {
    return id;
  }

  /** What the model said, where that was asked for. */
  public @Nullable OutputText output() {
    return output;
  }

  /** What the answer used so far, in the normal form; null when it told nothing of it. */
  public @Nullable Usage usage() {
    return numbers.usage();
  }

  /** Whether the last event carries usage and nothing else, as a chat stream's last chunk does. */
  public boolean usageOnly() {
    return usageOnly;
  }

  /** Whether the model said why it stopped. */
  public boolean finished() {
    return finished;
  }

  /** Whether the event that ends a stream of this dialect was seen. */
  public boolean terminated() {
    return terminated;
  }

  /** Whether the stream told of an error. */
  public boolean failed() {
    return failed;
  }
}
