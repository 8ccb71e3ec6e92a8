package dev.headgate.bench.upstream;

import dev.headgate.bench.upstream.fake.Answer;
import dev.headgate.bench.upstream.fake.FakeProvider;
import dev.headgate.bench.upstream.wire.BadRequest;
import dev.headgate.bench.upstream.wire.PlainWire;
import dev.headgate.bench.upstream.wire.Playback;
import dev.headgate.bench.upstream.wire.ReadBuffer;
import dev.headgate.bench.upstream.wire.RequestReader;
import dev.headgate.bench.upstream.wire.Step;
import dev.headgate.bench.upstream.wire.Wire;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One accepted connection, on a virtual thread that only ever reads, apart from answers that are a
 * single write. Everything that takes time is written by a {@link Playback} on a thread of its own,
 * so that this thread notices when the peer leaves, and reads the next request, meanwhile.
 */
final class Connection implements Runnable {

  /** How a connection gets its wire: at once, or after a TLS handshake on its own thread. */
  @FunctionalInterface
  interface Opening {
    Wire open(SocketChannel channel) throws IOException;
  }

  private static final byte[] BAD_REQUEST =
      "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  private final SocketChannel channel;
  private final Opening opening;
  private final Recorder recorder;
  private final Rules rules;
  private final boolean recording;
  private final FakeProvider.Session provider;
  private final RecordedConnection record;
  private final RequestReader reader = new RequestReader(new ReadBuffer());
  private volatile Optional<Wire> openWire = Optional.empty();
  private volatile Optional<Playback> playback = Optional.empty();
  private volatile Optional<Thread> bodyWaiter = Optional.empty();
  private volatile boolean closing;
  private volatile boolean busy;
  private int requests;

  Connection(
      SocketChannel channel,
      Opening opening,
      Recorder recorder,
      Rules rules,
      boolean recording,
      FakeProvider.Session provider) {
    this.channel = channel;
    this.opening = opening;
    this.recorder = recorder;
    this.rules = rules;
    this.recording = recording;
    this.provider = provider;
    this.record = recorder.connectionOpened();
  }

  @Override
  public void run() {
    try {
      Wire wire = opening.open(channel);
      openWire = Optional.of(wire);
      record.settled(wire.tls());
      if (!closing) {
        serve(wire);
      }
    } catch (IOException e) {
      lost(e);
    } catch (RuntimeException | AssertionError e) {
      recorder.fault(record, "no answer could be made: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
      recorder.connectionClosed();
    }
  }

  private void serve(Wire wire) throws IOException, InterruptedException {
    try {
      while (reader.readHead(wire)) {
        busy = true;
        if (!lastAnswerKeepsConnection()) {
          reader.discard(wire);
          break;
        }
        if (answeredBeforeBody(wire)) {
          reader.skipBody(wire);
          continue;
        }
        if (reader.head().expectsContinue() && reader.lacksBody()) {
          wire.write(RequestReader.CONTINUE, 0, RequestReader.CONTINUE.length);
        }
        reader.readBody(wire);
        answer(wire);
        reader.release();
        if (reader.head().closes() && playback.isEmpty()) {
          wire.finish();
          reader.discard(wire);
          break;
        }
      }
      record.peerClosed(PeerClose.Kind.END_OF_STREAM);
    } catch (BadRequest bad) {
      recorder.fault(record, bad.fault());
      stopAnswering();
      wire.write(BAD_REQUEST, 0, BAD_REQUEST.length);
      wire.finish();
      reader.discard(wire);
      record.peerClosed(PeerClose.Kind.END_OF_STREAM);
    }
  }

  private void stopAnswering() throws InterruptedException {
    if (playback.isPresent()) {
      playback.get().abandon();
      playback.get().await();
    }
  }

  private boolean lastAnswerKeepsConnection() throws InterruptedException {
    if (playback.isEmpty()) {
      return true;
    }
    return playback.get().await() == Playback.Ending.DONE;
  }

  private void answer(Wire wire) throws IOException {
    Optional<RecordedRequest> recorded = recorded();
    Playback.Trace trace = recorded.map(RecordedRequest::trace).orElse(Playback.Trace.NONE);
    Optional<List<Step>> scripted;
    try {
      scripted = recorded.flatMap(rules::answer);
    } catch (RuntimeException | AssertionError e) {
      trace.ended(Playback.Ending.ABANDONED);
      throw e;
    }
    if (scripted.isPresent()) {
      play(scripted.get(), wire, trace);
      return;
    }
    switch (provider.answer(reader.head(), reader.body(), reader.bodyFrom(), reader.bodyTo())) {
      case Answer.Immediate(byte[] bytes) -> write(bytes, wire, trace);
      case Answer.Played(List<Step> steps) -> play(steps, wire, trace);
    }
  }

  private void write(byte[] bytes, Wire wire, Playback.Trace trace) throws IOException {
    playback = Optional.empty();
    long before = System.nanoTime();
    try {
      wire.write(bytes, 0, bytes.length);
    } catch (IOException e) {
      trace.ended(Playback.Ending.ABANDONED);
      throw e;
    }
    busy = false;
    trace.wrote(Step.Part.BODY, bytes.length, before, System.nanoTime());
    trace.ended(Playback.Ending.DONE);
  }

  private void play(List<Step> steps, Wire wire, Playback.Trace trace) {
    List<Step> whole = steps;
    if (reader.head().closes()) {
      whole = new ArrayList<>(steps);
      whole.add(new Step.Finish());
    }
    Playback next = new Playback(whole, wire, trace);
    playback = Optional.of(next);
    if (closing) {
      next.abandon();
    }
    next.start();
    busy = false;
  }

  private boolean answeredBeforeBody(Wire wire) throws InterruptedException {
    requests++;
    if (!rules.wantHeads()) {
      return false;
    }
    RecordedRequest request = request(Received.headOnly(reader));
    Optional<Gate> gate = rules.bodyGate(request);
    if (gate.isPresent()) {
      bodyWaiter = Optional.of(Thread.currentThread());
      if (!closing) {
        gate.get().pass();
      }
      bodyWaiter = Optional.empty();
    }
    Optional<List<Step>> scripted = rules.answerToHead(request);
    if (scripted.isPresent()) {
      recorder.callArrived(request);
      play(scripted.get(), wire, request.trace());
    }
    return scripted.isPresent();
  }

  private Optional<RecordedRequest> recorded() {
    if (!recording && rules.isEmpty()) {
      return Optional.empty();
    }
    RecordedRequest request = request(Received.whole(reader));
    recorder.callArrived(request);
    return Optional.of(request);
  }

  private RecordedRequest request(Received received) {
    return new RecordedRequest(record, requests, received, recorder::callAnswered);
  }

  /** Notes who ended the connection and makes the running answer stop. */
  private void lost(IOException e) {
    boolean resetHere =
        playback.map(Playback::ending).filter(Playback.Ending.RESET::equals).isPresent();
    if (openWire.isEmpty()) {
      recorder.fault(record, "the TLS handshake failed: " + e.getMessage());
    } else if (!closing && !resetHere) {
      record.peerClosed(PeerClose.Kind.RESET);
    }
  }

  /** Whether no answer is being made. */
  boolean isIdle() {
    return !busy && playback.map(Playback::isOver).orElse(true);
  }

  /** Closes the connection at once, from any thread. */
  void close() {
    end(Wire::close);
  }

  /** Resets the connection at once, from any thread. */
  void reset() {
    end(Wire::reset);
  }

  private void end(Consumer<Wire> ending) {
    closing = true;
    playback.ifPresent(Playback::abandon);
    bodyWaiter.ifPresent(Thread::interrupt);
    // Before the TLS handshake is done, the connection underneath is all there is to close.
    ending.accept(openWire.orElseGet(() -> new PlainWire(channel)));
  }
}
