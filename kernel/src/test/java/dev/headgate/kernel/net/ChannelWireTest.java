package dev.headgate.kernel.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChannelWireTest {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private ServerSocketChannel listener;
  private Wire wire;
  private Wire peer;

  @BeforeEach
  void connect() throws IOException {
    listener =
        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    wire = new ChannelWire(SocketChannel.open(listener.getLocalAddress()));
    peer = new ChannelWire(listener.accept());
  }

  @AfterEach
  void close() throws IOException {
    wire.close();
    peer.close();
    listener.close();
    threads.close();
  }

  private <T> Future<T> async(Callable<T> task) {
    return threads.submit(task);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void knowsItsPeersAddress() {
    assertThat(wire.remoteAddress()).isEqualTo("127.0.0.1");
  }

  @Test
  void writesPiecesInOrder() throws Exception {
    ByteBuffer[] pieces = {
      ByteBuffer.wrap(bytes("one ")), ByteBuffer.allocate(0), ByteBuffer.wrap(bytes("two"))
    };
    wire.write(pieces, 3);
    byte[] target = new byte[7];
    int count = 0;
    while (count < 7) {
      count += peer.read(target, count, 7 - count);
    }
    assertThat(target).isEqualTo(bytes("one two"));
  }

  @Test
  void probesWithoutWaiting() throws Exception {
    byte[] target = new byte[10];
    assertThat(wire.probe(target, 0, 10)).isZero();
    assertThat(wire.readable()).isFalse();
    peer.write(bytes("abc"), 0, 3);
    int count = 0;
    while (count == 0) {
      count = wire.probe(target, 2, 8);
    }
    assertThat(count).isEqualTo(3);
    assertThat(new String(target, 2, 3, StandardCharsets.UTF_8)).isEqualTo("abc");
    peer.close();
    int end = 0;
    while (end == 0) {
      end = wire.probe(target, 0, 10);
    }
    assertThat(end).isEqualTo(-1);
    wire.close();
    assertThat(wire.probe(target, 0, 10)).isEqualTo(-1);
  }

  @Test
  void seesAResetWhenItProbes() {
    peer.reset();
    int end = 0;
    while (end == 0) {
      end = wire.probe(new byte[1], 0, 1);
    }
    assertThat(end).isEqualTo(-1);
  }

  @Test
  void endsABlockedReadWhenItIsClosed() throws Exception {
    Future<Integer> blocked = async(() -> wire.read(new byte[10], 0, 10));
    wire.close();
    assertThatThrownBy(blocked::get).hasCauseInstanceOf(IOException.class);
    assertThat(wire.open()).isFalse();
  }

  @Test
  void endsABlockedWriteAndCanStillRead() throws Exception {
    byte[] much = new byte[50_000_000];
    Future<?> blocked =
        async(() -> {
          wire.write(much, 0, much.length);
          return null;
        });
    peer.write(bytes("early"), 0, 5);
    while (!wire.readable()) {
      Thread.onSpinWait();
    }
    wire.endOutput();
    assertThatThrownBy(blocked::get).hasCauseInstanceOf(IOException.class);
    assertThat(wire.read(new byte[10], 0, 10)).isEqualTo(5);
  }

  @Test
  void keepsProbesApartFromReadsAndWrites() throws Exception {
    int rounds = 5_000;
    AtomicBoolean done = new AtomicBoolean();
    Future<?> echo =
        async(() -> {
          byte[] buffer = new byte[100];
          for (int n = peer.read(buffer, 0, 100); n >= 0; n = peer.read(buffer, 0, 100)) {
            peer.write(buffer, 0, n);
          }
          return null;
        });
    Thread prober =
        Thread.ofPlatform()
            .start(() -> {
              byte[] nowhere = new byte[0];
              while (!done.get()) {
                assertThat(wire.probe(nowhere, 0, 0)).isZero();
              }
            });
    Future<Long> owner =
        async(() -> {
          byte[] one = new byte[1];
          long sum = 0;
          for (int i = 0; i < rounds; i++) {
            one[0] = (byte) i;
            wire.write(one, 0, 1);
            assertThat(wire.read(one, 0, 1)).isEqualTo(1);
            assertThat(one[0]).isEqualTo((byte) i);
            sum++;
          }
          return sum;
        });
    assertThat(owner.get()).isEqualTo(rounds);
    done.set(true);
    prober.join();
    wire.close();
    echo.get();
  }
}
