package dev.headgate.bench.load.targets;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The heap of a running HotSpot, asked over its attach socket as {@code jcmd} does, and its
 * performance counters. It costs the JVM nothing between two questions.
 */
public final class HotSpot {

  private static final Duration ATTACH = Duration.ofSeconds(3);
  private static final Pattern EDEN =
      Pattern.compile("eden space .*\\[0x([0-9a-f]+), *0x([0-9a-f]+), *0x([0-9a-f]+)\\)");

  /**
   * The young generation at one moment.
   *
   * @param edenUsed bytes in eden
   * @param edenSize size of eden, bytes
   * @param collections collections of it so far
   * @param collectionNanos time that all collections have taken
   */
  public record Heap(long edenUsed, long edenSize, long collections, long collectionNanos) {

    /** What was allocated since then, bytes: whole edens that were emptied, and what is new. */
    public long allocatedSince(Heap before) {
      long emptied = collections - before.collections;
      return emptied == 0
          ? edenUsed - before.edenUsed
          : before.edenSize - before.edenUsed + (emptied - 1) * before.edenSize + edenUsed;
    }
  }

  private final long pid;

  public HotSpot(long pid) {
    this.pid = pid;
  }

  /** The heap, empty where the JVM does not tell: another collector, or no attaching. */
  public Optional<Heap> heap() {
    Optional<PerfData> counters = PerfData.of(pid);
    if (counters.isEmpty()) {
      return Optional.empty();
    }
    Matcher eden = EDEN.matcher(command("GC.heap_info").orElse(""));
    if (!eden.find()) {
      return Optional.empty();
    }
    long start = Long.parseLong(eden.group(1), 16);
    return Optional.of(
        new Heap(
            Long.parseLong(eden.group(2), 16) - start,
            Long.parseLong(eden.group(3), 16) - start,
            counters.get().value("sun.gc.collector.0.invocations"),
            counters.get().collectionNanos()));
  }

  /** Lets the JVM collect all garbage. */
  public void collect() {
    command("GC.run");
  }

  /** Bytes of the heap in use after all garbage was collected, empty where it does not tell. */
  public Optional<Long> heapAfterCollection() {
    collect();
    return command("GC.heap_info").map(HotSpot::used).filter(used -> used > 0);
  }

  private static long used(String info) {
    long sum = 0;
    Matcher generation = Pattern.compile("total \\d+K, used (\\d+)K").matcher(info);
    while (generation.find()) {
      sum += Long.parseLong(generation.group(1)) * 1_024;
    }
    return sum;
  }

  private Optional<String> command(String command) {
    Path socket = Path.of(System.getProperty("java.io.tmpdir"), ".java_pid" + pid);
    try {
      if (!Files.exists(socket)) {
        attach(socket);
      }
      return Optional.of(ask(socket, command));
    } catch (IOException cannot) {
      return Optional.empty();
    }
  }

  /** The file and the signal together make the JVM open its socket. */
  private void attach(Path socket) throws IOException {
    Path file = Path.of("/proc/" + pid + "/cwd/.attach_pid" + pid);
    Files.createFile(file);
    try {
      Commands.output(List.of("kill", "-QUIT", String.valueOf(pid)));
      long until = System.nanoTime() + ATTACH.toNanos();
      while (!Files.exists(socket) && System.nanoTime() - until < 0) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static String ask(Path socket, String command) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      channel.write(
          ByteBuffer.wrap(("1\0jcmd\0" + command + "\0\0\0").getBytes(StandardCharsets.US_ASCII)));
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      ByteBuffer buffer = ByteBuffer.allocate(8_192);
      while (channel.read(buffer) >= 0) {
        answer.write(buffer.array(), 0, buffer.position());
        buffer.clear();
      }
      return answer.toString(StandardCharsets.UTF_8);
    }
  }
}
