package dev.headgate.bench.load.net;

import dev.headgate.bench.upstream.fake.Answer;
import dev.headgate.bench.upstream.fake.FakeProvider;
import dev.headgate.bench.upstream.fake.Stamp;
import dev.headgate.bench.upstream.wire.BadRequest;
import dev.headgate.bench.upstream.wire.ReadBuffer;
import dev.headgate.bench.upstream.wire.RequestReader;
import dev.headgate.bench.upstream.wire.Step;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;

/** One connection of the {@link LoopUpstream}: a request, its answer step by step, the next. */
final class UpstreamConnection implements EventLoop.Handler {

  private final SocketChannel channel;
  private final EventLoop loop;
  private final FakeProvider.Session provider;
  private final Runnable whenClosed;
  private final RequestReader reader;
  private final ReadBuffer buffer = new ReadBuffer();
  private final ArrivedBytes wire;
  private final Outbox outbox;
  private SelectionKey key;
  private List<Step> steps = List.of();
  private int nextStep;
  private long paceNanos;
  private boolean inBody;
  private boolean open = true;

  @SuppressWarnings("NullAway.Init") // The key is there as soon as open() has registered.
  private UpstreamConnection(
      SocketChannel channel, EventLoop loop, FakeProvider.Session provider, Runnable whenClosed) {
    this.channel = channel;
    this.loop = loop;
    this.provider = provider;
    this.whenClosed = whenClosed;
    reader = new RequestReader(buffer);
    wire = new ArrivedBytes(channel);
    outbox = new Outbox(channel);
  }

  static void open(
      SocketChannel channel, EventLoop loop, FakeProvider.Session provider, Runnable whenClosed)
      throws IOException {
    UpstreamConnection connection = new UpstreamConnection(channel, loop, provider, whenClosed);
    connection.key = loop.register(channel, SelectionKey.OP_READ, connection);
  }

  @Override
  public void ready(SelectionKey ready) {
    try {
      if (ready.isWritable()) {
        outbox.flush(key);
      }
      if (ready.isReadable()) {
        read();
      }
    } catch (ArrivedBytes.NothingYet wait) {
      key.interestOpsOr(SelectionKey.OP_READ); // The rest of the request makes the key ready again.
    } catch (IOException | BadRequest gone) {
      close();
    }
  }

  private void read() throws IOException, BadRequest {
    if (playing()) {
      if (!buffer.fill(wire)) {
        close();
      }
      return;
    }
    do {
      if (!inBody && !reader.readHead(wire)) {
        close();
        return;
      }
      inBody = true;
      reader.readBody(wire);
      inBody = false;
      Answer answer =
          provider.answer(reader.head(), reader.body(), reader.bodyFrom(), reader.bodyTo());
      reader.release();
      give(answer);
    } while (open && !playing() && !buffer.isEmpty());
  }

  private boolean playing() {
    return nextStep < steps.size();
  }

  private void give(Answer answer) throws IOException, BadRequest {
    switch (answer) {
      case Answer.Immediate(byte[] bytes) -> outbox.write(ByteBuffer.wrap(bytes), key);
      case Answer.Played(List<Step> played) -> {
        steps = played;
        nextStep = 0;
        paceNanos = System.nanoTime();
        play();
      }
    }
  }

  private void play() throws IOException, BadRequest {
    while (open && playing()) {
      switch (steps.get(nextStep)) {
        case Step.Write(Step.Part part, byte[] bytes) -> {
          outbox.write(ByteBuffer.wrap(Stamp.stamped(bytes, System.nanoTime())), key);
          nextStep++;
        }
        case Step.Pause(long nanos) -> {
          nextStep++;
          pause(nanos);
          return;
        }
        case Step.Stall() -> {
          return;
        }
        case Step.Finish() -> {
          nextStep++;
          channel.shutdownOutput();
        }
        case Step.Reset() -> {
          channel.setOption(StandardSocketOptions.SO_LINGER, 0);
          close();
        }
        case Step.Trickle trickle ->
            throw new IllegalStateException("not a step of the fake provider: " + trickle);
        case Step.Await await ->
            throw new IllegalStateException("not a step of the fake provider: " + await);
      }
    }
    if (open && !buffer.isEmpty()) {
      read(); // The next request came while the answer was being written.
    }
  }

  /** Keeps an even pace: each target counts from the one before, unless that is long past. */
  private void pause(long nanos) {
    long now = System.nanoTime();
    paceNanos += nanos;
    if (paceNanos - now < nanos / 2) {
      paceNanos = now + nanos;
    }
    loop.at(paceNanos, this::resume);
  }

  private void resume() {
    if (!open) {
      return;
    }
    try {
      play();
    } catch (ArrivedBytes.NothingYet wait) {
      key.interestOpsOr(SelectionKey.OP_READ);
    } catch (IOException | BadRequest gone) {
      close();
    }
  }

  private void close() {
    if (open) {
      open = false;
      steps = List.of();
      nextStep = 0;
      Channels.close(channel);
      whenClosed.run();
    }
  }
}
