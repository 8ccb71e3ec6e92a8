package dev.headgate.kernel.front;

import dev.headgate.kernel.http.BodyBuffers;
import dev.headgate.kernel.http.ClientGoneException;
import dev.headgate.kernel.http.ClientSide;
import dev.headgate.kernel.http.Listener;
import dev.headgate.kernel.http.RequestHandler;
import dev.headgate.kernel.http.ServerLimits;
import dev.headgate.spi.http.DenialException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A listener with its front and watch, and a function in place of the pipeline. */
final class Gateway implements AutoCloseable {
  static final ServerLimits LIMITS = limits(Duration.ofSeconds(20));

  /** What answers requests. */
  interface Answer {
    void answer(ClientSide client) throws IOException, InterruptedException;
  }

  private final Listener listener;
  private volatile boolean running = true;
  final BodyBuffers buffers = new BodyBuffers(64 << 20);
  final AtomicInteger inFlight = new AtomicInteger();

  Gateway(Answer answer) throws IOException {
    this(LIMITS, answer);
  }

  Gateway(ServerLimits limits, Answer answer) throws IOException {
    RequestHandler handler = handler(answer);
    listener =
        new Listener(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            limits,
            buffers,
            handler,
            new Front(handler, limits, buffers, 128, null),
            System::nanoTime);
    listener.start();
    Thread.ofPlatform().daemon().start(this::watch);
  }

  static ServerLimits limits(Duration patience) {
    long nanos = patience.toNanos();
    return new ServerLimits(16 * 1024, 100, nanos, nanos, nanos, nanos, 1000);
  }

  private RequestHandler handler(Answer answer) {
    return new RequestHandler() {
      @Override
      public void handle(ClientSide client) {
        inFlight.incrementAndGet();
        try {
          answer.answer(client);
        } catch (DenialException e) {
          reject(client, e.denial().status(), e.denial().message());
        } catch (ClientGoneException e) {
          client.abort();
        } catch (IOException | InterruptedException e) {
          throw new IllegalStateException(e);
        } finally {
          inFlight.decrementAndGet();
        }
      }

      @Override
      public void reject(ClientSide client, int status, String message) {
        byte[] text = message.getBytes(StandardCharsets.UTF_8);
        try {
          client.send(client.response(status), text, 0, text.length);
        } catch (ClientGoneException e) {
          client.abort();
        }
      }
    };
  }

  private void watch() {
    while (running) {
      LockSupport.parkNanos(20_000_000);
      listener.tick(System.nanoTime());
    }
  }

  int port() throws IOException {
    return listener.address().getPort();
  }

  Listener listener() {
    return listener;
  }

  /** Sends a text whole. */
  static void reply(ClientSide client, String text) throws ClientGoneException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    client.send(client.response(200).header("content-type", "text/plain"), bytes, 0, bytes.length);
  }

  /** Sends a piece of a started answer. */
  static void piece(ClientSide client, String text) throws ClientGoneException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    client.write(bytes, 0, bytes.length);
  }

  /** The body that was received. */
  static String body(ClientSide client) {
    return new String(
        client.body(),
        client.bodyFrom(),
        client.bodyTo() - client.bodyFrom(),
        StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    running = false;
    listener.drain();
    listener.kill();
  }
}
