package dev.headgate.bench.upstream;

import dev.headgate.bench.upstream.wire.HttpBytes;
import dev.headgate.bench.upstream.wire.Reason;
import dev.headgate.bench.upstream.wire.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;

/**
 * What the upstream does with one request: which bytes it writes, with which pauses, and how it
 * leaves the connection. Every call adds a step and every step that carries bytes is one write.
 *
 * <pre>{@code
 * Script.json("{\"id\":\"1\"}")                                   // a whole answer, one write
 * Script.status(429).header("retry-after", "7").jsonBody("{…}")
 * Script.eventStream().sse("{…}").pause(ofMillis(5)).sse("{…}").done()
 * Script.eventStream().sse("{…}").waitFor(gate).reset()           // dies mid-stream
 * Script.status(200).header("content-length", "99").body("short").close()
 * Script.nothing().stall()                                        // never answers
 * }</pre>
 *
 * <p>A chunked body is ended and the connection kept open where the script says nothing else, so a
 * stream that is to be cut short says {@link #close} or {@link #reset}. When the peer closes its
 * side, the rest of the script does not happen.
 *
 * <p>Not safe for several threads while it is built. The upstream takes a copy, so a script may be
 * given to several rules and plays from the start for every call.
 */
public final class Script {

  private enum Body {
    /** The head has not been written. */
    NO_HEAD,
    /** The script writes raw bytes or a body of known length: nothing is added at its end. */
    PLAIN,
    CHUNKED,
    UNTIL_CLOSE,
    OVER
  }

  private static final byte[] NOTHING = new byte[0];

  private final List<Step> steps = new ArrayList<>();
  private final StringBuilder head = new StringBuilder();
  private Body body;
  private int status;
  private boolean lengthGiven;
  private boolean codingGiven;
  private WriteMode mode = WriteMode.WHOLE;

  private sealed interface WriteMode {
    WriteMode WHOLE = new Whole();

    record Whole() implements WriteMode {}

    record BytePerWrite(long gapNanos) implements WriteMode {}

    record BytePerChunk(long gapNanos) implements WriteMode {}
  }

  private Script(Body body) {
    this.body = body;
  }

  // ---- beginnings -------------------------------------------------------------------------

  /** A script that begins with a status line; headers and a body follow. */
  public static Script status(int status) {
    return status(status, Reason.of(status));
  }

  /** A script that begins with a status line with a reason of one's own. */
  public static Script status(int status, String reason) {
    Script script = new Script(Body.NO_HEAD);
    script.status = status;
    script.head.append("HTTP/1.1 ").append(status).append(' ').append(reason).append("\r\n");
    return script;
  }

  /** A whole answer of JSON with status 200. */
  public static Script json(String json) {
    return json(200, json);
  }

  /** A whole answer of JSON. */
  public static Script json(int status, String json) {
    return status(status).header("content-type", "application/json").body(json);
  }

  /** A chunked {@code text/event-stream} whose head is written at once; events follow. */
  public static Script eventStream() {
    return status(200)
        .header("content-type", "text/event-stream; charset=utf-8")
        .header("cache-control", "no-cache")
        .chunked();
  }

  /** A script that has written nothing yet: {@code nothing().close()}, {@code .reset()}, … */
  public static Script nothing() {
    return new Script(Body.PLAIN);
  }

  /** A script that begins with these bytes on the wire. */
  public static Script raw(String wireBytes) {
    return nothing().write(wireBytes);
  }

  // ---- head -------------------------------------------------------------------------------

  /**
   * Adds a header, any name as often as wanted. A {@code content-length} or {@code
   * transfer-encoding} given here is sent as it is, true or not, instead of the right one.
   */
  public Script header(String name, String value) {
    requireHeadOpen();
    lengthGiven |= name.equalsIgnoreCase("content-length");
    codingGiven |= name.equalsIgnoreCase("transfer-encoding");
    return headerLine(name + ": " + value);
  }

  /** Adds a header line as it stands, well-formed or not, without its CR LF. */
  public Script headerLine(String line) {
    requireHeadOpen();
    head.append(line).append("\r\n");
    return this;
  }

  /**
   * Writes an interim answer (1xx) before the real one.
   *
   * @param headers header lines without their CR LF
   */
  public Script interim(int interimStatus, String... headers) {
    StringBuilder interim = new StringBuilder("HTTP/1.1 ");
    interim.append(interimStatus).append(' ').append(Reason.of(interimStatus)).append("\r\n");
    for (String line : headers) {
      interim.append(line).append("\r\n");
    }
    interim.append("\r\n");
    steps.add(new Step.Write(Step.Part.INTERIM, HttpBytes.of(interim.toString())));
    return this;
  }

  // ---- whole bodies -----------------------------------------------------------------------

  /** Ends the head with the true {@code content-length} and writes head and body in one write. */
  public Script body(String text) {
    return body(HttpBytes.of(text));
  }

  /** Ends the head with the true {@code content-length} and writes head and body in one write. */
  public Script body(byte[] content) {
    requireHeadOpen();
    if (!lengthGiven && !codingGiven && mayHaveLength()) {
      headerLine("content-length: " + content.length);
    }
    byte[] headBytes = closeHead();
    body = Body.PLAIN;
    return add(Step.Part.BODY, HttpBytes.concat(headBytes, content));
  }

  /** Like {@link #body(String)} with {@code content-type: application/json}. */
  public Script jsonBody(String json) {
    return header("content-type", "application/json").body(json);
  }

  /** Compresses the text, says so in {@code content-encoding}, and writes it as the body. */
  public Script gzipBody(String text) {
    return header("content-encoding", "gzip").body(Compression.gzip(HttpBytes.of(text)));
  }

  /** The same with {@code deflate} (the zlib format, as the standard has it). */
  public Script deflateBody(String text) {
    return header("content-encoding", "deflate").body(Compression.deflate(HttpBytes.of(text)));
  }

  // ---- bodies in pieces -------------------------------------------------------------------

  /** Writes the head, with {@code transfer-encoding: chunked}; chunks or events follow. */
  public Script chunked() {
    requireHeadOpen();
    if (!codingGiven) {
      headerLine("transfer-encoding: chunked");
    }
    return head(Body.CHUNKED);
  }

  /** Writes the head with this {@code content-length}, true or not; pieces follow. */
  public Script contentLength(long length) {
    return header("content-length", Long.toString(length)).head(Body.PLAIN);
  }

  /** Writes the head without any length: the body ends where the script closes the connection. */
  public Script closeDelimited() {
    return header("connection", "close").head(Body.UNTIL_CLOSE);
  }

  /** Writes a piece of the body: one chunk of a chunked body, the plain bytes otherwise. */
  public Script piece(String text) {
    return piece(HttpBytes.of(text));
  }

  /** Writes a piece of the body: one chunk of a chunked body, the plain bytes otherwise. */
  public Script piece(byte[] content) {
    if (body == Body.NO_HEAD) {
      throw new IllegalStateException("say chunked(), contentLength() or closeDelimited() first");
    }
    if (mode instanceof WriteMode.BytePerChunk(long gapNanos)) {
      for (int i = 0; i < content.length; i++) {
        if (gapNanos > 0 && i > 0) {
          steps.add(new Step.Pause(gapNanos));
        }
        steps.add(new Step.Write(Step.Part.BODY, framed(new byte[] {content[i]})));
      }
      return this;
    }
    return add(Step.Part.BODY, framed(content));
  }

  /**
   * Writes the content in pieces that are cut at these positions.
   *
   * @param cuts ascending positions in bytes, each the first byte of a new piece
   */
  public Script piecesCutAt(byte[] content, int... cuts) {
    int from = 0;
    for (int cut : cuts) {
      piece(Arrays.copyOfRange(content, from, cut));
      from = cut;
    }
    return piece(Arrays.copyOfRange(content, from, content.length));
  }

  /** Writes one event, {@code data: …} and an empty line, as one piece. */
  public Script sse(String data) {
    return piece("data: " + data + "\n\n");
  }

  /** Writes one named event as one piece. */
  public Script sse(String event, String data) {
    return piece("event: " + event + "\ndata: " + data + "\n\n");
  }

  /** Writes an event-stream comment, which clients ignore, as one piece. */
  public Script comment(String text) {
    return piece(": " + text + "\n\n");
  }

  /** Writes the terminator of OpenAI's streams, {@code data: [DONE]}. */
  public Script done() {
    return sse("[DONE]");
  }

  /** Writes these bytes to the wire as they are, without any framing. */
  public Script write(String wireBytes) {
    return write(HttpBytes.of(wireBytes));
  }

  /** Writes these bytes to the wire as they are, without any framing. */
  public Script write(byte[] wireBytes) {
    if (body == Body.NO_HEAD) {
      head(Body.PLAIN);
    }
    return add(Step.Part.BODY, wireBytes);
  }

  /** Ends a chunked body with its last chunk. Happens by itself at the end of the script. */
  public Script end() {
    return end(Map.of());
  }

  /** Ends a chunked body with its last chunk and trailers. */
  public Script end(Map<String, String> trailers) {
    if (body != Body.CHUNKED) {
      throw new IllegalStateException("only a chunked body has an end of its own");
    }
    StringBuilder last = new StringBuilder("0\r\n");
    trailers.forEach((name, value) -> last.append(name + ": " + value + "\r\n"));
    body = Body.OVER;
    return add(Step.Part.END, HttpBytes.of(last.append("\r\n").toString()));
  }

  // ---- how things are written -------------------------------------------------------------

  /** Makes one single write of all that {@code part} writes; it must not pause. */
  public Script together(Consumer<Script> part) {
    int first = steps.size();
    part.accept(this);
    List<Step> grouped = List.copyOf(steps.subList(first, steps.size()));
    byte[] all = NOTHING;
    for (Step step : grouped) {
      if (!(step instanceof Step.Write(Step.Part ignored, byte[] content))) {
        throw new IllegalStateException("only plain writes go together, not " + step);
      }
      all = HttpBytes.concat(all, content);
    }
    steps.subList(first, steps.size()).clear();
    steps.add(new Step.Write(Step.Part.BODY, all));
    return this;
  }

  /** From here on every byte, framing included, is a write of its own. */
  public Script oneBytePerWrite() {
    return oneBytePerWrite(Duration.ZERO);
  }

  /** From here on every byte, framing included, is a write of its own, {@code gap} apart. */
  public Script oneBytePerWrite(Duration gap) {
    mode = new WriteMode.BytePerWrite(gap.toNanos());
    return this;
  }

  /** From here on every byte of a piece is a chunk, and a write, of its own, {@code gap} apart. */
  public Script oneBytePerChunk(Duration gap) {
    mode = new WriteMode.BytePerChunk(gap.toNanos());
    return this;
  }

  /** From here on every step is one write again. */
  public Script wholeWrites() {
    mode = WriteMode.WHOLE;
    return this;
  }

  /** Does {@code part} for the numbers from 0 to {@code times} − 1. */
  public Script repeat(int times, ObjIntConsumer<Script> part) {
    for (int i = 0; i < times; i++) {
      part.accept(this, i);
    }
    return this;
  }

  // ---- time -------------------------------------------------------------------------------

  /** Waits. Pauses between writes keep an even pace: small delays of the machine do not add up. */
  public Script pause(Duration time) {
    steps.add(new Step.Pause(time.toNanos()));
    return this;
  }

  /** Waits until the test opens the gate (or the peer closes the connection). */
  public Script waitFor(Gate gate) {
    steps.add(new Step.Await(gate::pass));
    return this;
  }

  /** Does nothing more until the peer closes the connection or the upstream is closed. */
  public Script stall() {
    body = Body.OVER;
    steps.add(new Step.Stall());
    return this;
  }

  // ---- endings ----------------------------------------------------------------------------

  /**
   * Ends the upstream's side of the connection in order (FIN; with TLS a close notification), at
   * whatever point of the answer this is. What the peer still sends is read and ignored until it
   * closes, too.
   */
  public Script close() {
    body = Body.OVER;
    steps.add(new Step.Finish());
    return this;
  }

  /** Resets the connection (RST). Bytes that the peer has not read yet may be lost to it. */
  public Script reset() {
    body = Body.OVER;
    steps.add(new Step.Reset());
    return this;
  }

  // ---- what the upstream takes ------------------------------------------------------------

  /** The steps, completed: a head that still waits is written, a chunked body is ended. */
  List<Step> steps() {
    List<Step> complete = new ArrayList<>(steps);
    switch (body) {
      case NO_HEAD -> {
        String length =
            lengthGiven || codingGiven || !mayHaveLength() ? "" : "content-length: 0\r\n";
        complete.add(new Step.Write(Step.Part.HEAD, HttpBytes.of(head + length + "\r\n")));
      }
      case CHUNKED -> complete.add(new Step.Write(Step.Part.END, HttpBytes.lastChunk()));
      case UNTIL_CLOSE -> complete.add(new Step.Finish());
      case PLAIN, OVER -> {}
    }
    return List.copyOf(complete);
  }

  private boolean mayHaveLength() {
    return status >= 200 && status != 204 && status != 304;
  }

  private void requireHeadOpen() {
    if (body != Body.NO_HEAD) {
      throw new IllegalStateException("the head of this answer is already written");
    }
  }

  private Script head(Body next) {
    byte[] headBytes = closeHead();
    body = next;
    return add(Step.Part.HEAD, headBytes);
  }

  private byte[] closeHead() {
    return HttpBytes.of(head.append("\r\n").toString());
  }

  private Script add(Step.Part part, byte[] content) {
    steps.add(
        mode instanceof WriteMode.BytePerWrite(long gapNanos)
            ? new Step.Trickle(part, content, gapNanos)
            : new Step.Write(part, content));
    return this;
  }

  private byte[] framed(byte[] content) {
    if (body != Body.CHUNKED || content.length == 0) {
      return content;
    }
    return HttpBytes.chunk(content);
  }
}
