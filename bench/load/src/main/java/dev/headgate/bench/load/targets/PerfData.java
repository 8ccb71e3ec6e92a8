package dev.headgate.bench.load.targets;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The performance counters that a HotSpot keeps in a file of the temporary folder. */
final class PerfData {

  private static final int MAGIC = 0xcafec0c0;
  private static final int ENTRIES_AT = 24;
  private static final byte LONG = 'J';

  private final Map<String, Long> values = new HashMap<>();

  private PerfData() {}

  /** The counters of a process, empty where it keeps none. */
  static Optional<PerfData> of(long pid) {
    Path tmp = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> users = Files.newDirectoryStream(tmp, "hsperfdata_*")) {
      for (Path user : users) {
        Path file = user.resolve(String.valueOf(pid));
        if (Files.isReadable(file)) {
          return parse(Files.readAllBytes(file));
        }
      }
    } catch (IOException gone) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  static Optional<PerfData> parse(byte[] bytes) {
    try {
      ByteBuffer file = ByteBuffer.wrap(bytes);
      if (file.getInt(0) != MAGIC) {
        return Optional.empty();
      }
      file.order(file.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
      PerfData data = new PerfData();
      int at = file.getInt(ENTRIES_AT);
      int count = file.getInt(ENTRIES_AT + 4);
      for (int i = 0; i < count; i++) {
        data.entry(file, at);
        at += file.getInt(at);
      }
      return Optional.of(data);
    } catch (BufferUnderflowException | IndexOutOfBoundsException changed) {
      return Optional.empty();
    }
  }

  private void entry(ByteBuffer file, int at) {
    if (file.get(at + 12) == LONG && file.getInt(at + 8) == 0) {
      int name = at + file.getInt(at + 4);
      int end = name;
      while (file.get(end) != 0) {
        end++;
      }
      byte[] text = new byte[end - name];
      file.get(name, text);
      values.put(
          new String(text, StandardCharsets.US_ASCII), file.getLong(at + file.getInt(at + 16)));
    }
  }

  long value(String name) {
    return values.getOrDefault(name, 0L);
  }

  long collectionNanos() {
    long frequency = Math.max(value("sun.os.hrt.frequency"), 1);
    long ticks = value("sun.gc.collector.0.time") + value("sun.gc.collector.1.time");
    return (long) (ticks * (1e9 / frequency));
  }
}
