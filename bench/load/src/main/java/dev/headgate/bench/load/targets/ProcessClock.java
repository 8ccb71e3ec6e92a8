package dev.headgate.bench.load.targets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The CPU time and memory of a process and its children, from the kernel's accounting. The time is
 * summed over threads in nanoseconds; the process's own sum counts in ticks of 10 ms, which is too
 * coarse for short slices.
 */
public final class ProcessClock {

  private static final Path PROC = Path.of("/proc");

  private final long pid;
  private final Map<Long, Long> lastByThread = new HashMap<>();
  private long totalNanos;

  public ProcessClock(long pid) {
    this.pid = pid;
    cpuNanos();
  }

  /** Whether this system tells. */
  public static boolean works() {
    return Files.isReadable(PROC.resolve("self/task/self/schedstat"))
        || Files.isReadable(PROC.resolve("thread-self/schedstat"));
  }

  /** CPU time since this clock was made, nanoseconds. */
  public long cpuNanos() {
    for (long process : tree()) {
      for (Path task : list(PROC.resolve(process + "/task"))) {
        long thread = Long.parseLong(String.valueOf(task.getFileName()));
        first(task.resolve("schedstat"))
            .ifPresent(line -> add(thread, Long.parseLong(line.substring(0, line.indexOf(' ')))));
      }
    }
    return totalNanos;
  }

  private void add(long thread, long nanos) {
    long last = lastByThread.getOrDefault(thread, 0L);
    totalNanos += Math.max(nanos - last, 0);
    lastByThread.put(thread, nanos);
  }

  /** Resident memory now, KB. */
  public long residentKb() {
    return status("VmRSS:");
  }

  /** The most resident memory so far, KB. */
  public long peakKb() {
    return status("VmHWM:");
  }

  public long threads() {
    return tree().stream().mapToLong(process -> list(PROC.resolve(process + "/task")).size()).sum();
  }

  /** Open file descriptors. */
  public long descriptors() {
    return tree().stream().mapToLong(process -> list(PROC.resolve(process + "/fd")).size()).sum();
  }

  private long status(String field) {
    long sum = 0;
    for (long process : tree()) {
      for (String line : lines(PROC.resolve(process + "/status"))) {
        if (line.startsWith(field)) {
          sum += Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
    }
    return sum;
  }

  private List<Long> tree() {
    Optional<ProcessHandle> root = ProcessHandle.of(pid);
    return root.map(handle ->
            Stream.concat(Stream.of(handle), handle.descendants()).map(ProcessHandle::pid).toList())
        .orElse(List.of());
  }

  private static Optional<String> first(Path file) {
    return lines(file).stream().findFirst();
  }

  /** Processes and threads may end while they are looked at: then there is nothing. */
  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException gone) {
      return List.of();
    }
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    } catch (IOException gone) {
      return List.of();
    }
  }
}
