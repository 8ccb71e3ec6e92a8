package dev.headgate.plugins.spend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What was spent and may not have reached the store: segments of checksummed records in a folder.
 *
 * <p>A record is written, not synced, before the last byte of its answer leaves, so it survives the
 * death of this process; {@link #sync} follows in groups and guards against the loss of power. The
 * drain reads records back in their order and deletes segments that it has read to the end. What
 * was read and not yet stored when the process dies is read again at the next start: the store
 * counts a call once by its id. A record that was torn by a death ends its segment; everything
 * before it counts.
 *
 * <p>A record that cannot be written, because the disk is full, waits in memory and is written with
 * the next one or by {@link #sync}; meanwhile {@link #accepting} is false, so that new requests are
 * refused and what waits is bounded by those in flight.
 */
final class Journal implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.spend");
  private static final int SEGMENT = 8 << 20;
  private static final String SUFFIX = ".journal";

  private final Path folder;
  private final long mostBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final RecordBuffer buffer = new RecordBuffer();
  private final Deque<SpendRecord> unwritten = new ArrayDeque<>();
  private final Deque<Path> full = new ArrayDeque<>();
  private final CRC32C checksum = new CRC32C();

  // Under the lock.
  private @Nullable FileChannel active;
  private Path activeFile;
  private long activeSize;
  private long closedBytes;
  private long number;
  private boolean dirty;

  private volatile boolean accepting = true;
  private volatile long pendingBytes;

  // Of whoever holds the lock of the drain.
  private final ReentrantLock draining = new ReentrantLock();
  private List<SpendRecord> waiting = List.of();
  private @Nullable Path reading;
  private long readAt;

  private Journal(Path folder, long mostBytes) {
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.activeFile = folder;
  }

  /**
   * Opens a journal; what an earlier process left in it comes out of {@link #next} first.
   *
   * @param folder an existing folder that no other process uses
   * @param mostBytes beyond which no more requests are accepted
   */
  static Journal open(Path folder, long mostBytes) {
    Journal journal = new Journal(folder, mostBytes);
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> left =
          files.filter(file -> file.getFileName().toString().endsWith(SUFFIX)).sorted().toList();
      for (Path file : left) {
        journal.full.add(file);
        journal.closedBytes += Files.size(file);
        String name = file.getFileName().toString();
        journal.number =
            Math.max(
                journal.number,
                Long.parseUnsignedLong(name.substring(0, name.length() - SUFFIX.length()), 16) + 1);
      }
      journal.roll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return journal;
  }

  private void roll() throws IOException {
    FileChannel old = active;
    if (old != null) {
      old.force(false);
      old.close();
      closedBytes += activeSize;
      full.add(activeFile);
    }
    activeFile = folder.resolve(String.format("%016x", number++) + SUFFIX);
    active = FileChannel.open(activeFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    activeSize = 0;
  }

  /** Whether there is room for what further requests will spend. */
  boolean accepting() {
    return accepting;
  }

  /** Bytes that the drain has not deleted. */
  long pendingBytes() {
    return pendingBytes;
  }

  /** Appends a record; never loses one. */
  void append(SpendRecord record) {
    lock.lock();
    try {
      unwritten.add(record);
      flush();
    } finally {
      lock.unlock();
    }
  }

  private void flush() {
    try {
      while (!unwritten.isEmpty()) {
        write(buffer.of(unwritten.getFirst()));
        unwritten.removeFirst();
      }
      accepting = pendingBytes < mostBytes;
    } catch (IOException e) {
      if (accepting) {
        LOG.log(
            System.Logger.Level.ERROR,
            "spend cannot be written to {0} ({1}); requests are refused until it can",
            folder,
            e.getMessage());
      }
      accepting = false;
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    FileChannel channel = active;
    if (channel == null) {
      throw new IOException("the journal is closed");
    }
    if (!channel.isOpen()) {
      // A thread that was interrupted within a call closed it for all.
      channel = FileChannel.open(activeFile, StandardOpenOption.WRITE);
      channel.truncate(activeSize);
      active = channel;
    }
    if (activeSize + bytes.remaining() > SEGMENT && activeSize > 0) {
      roll();
      channel = java.util.Objects.requireNonNull(active);
    }
    long start = activeSize;
    long at = start;
    try {
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
    } catch (IOException e) {
      // Half a record would end the segment for the drain.
      channel.truncate(start);
      throw e;
    }
    activeSize = at;
    dirty = true;
    pendingBytes = closedBytes + activeSize;
  }

  /** Brings what was written to the disk, and tries again what could not be written. */
  void sync() {
    FileChannel channel;
    lock.lock();
    try {
      if (!unwritten.isEmpty() || !accepting) {
        flush();
      }
      channel = dirty ? active : null;
      dirty = false;
    } finally {
      lock.unlock();
    }
    if (channel != null) {
      try {
        channel.force(false);
      } catch (ClosedChannelException e) {
        // The next record opens it again, and the next sync covers what this one did not.
        dirtyAgain();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.ERROR, "the journal of spend cannot be synced", e);
      }
    }
  }

  private void dirtyAgain() {
    lock.lock();
    try {
      dirty = true;
    } finally {
      lock.unlock();
    }
  }

  /** Held while somebody carries records into the store. */
  ReentrantLock draining() {
    return draining;
  }

  /**
   * The records that are to be stored next: the same until {@link #stored}.
   *
   * @param most how many at most
   */
  List<SpendRecord> waiting(int most) {
    if (waiting.isEmpty()) {
      waiting = next(most);
    }
    return waiting;
  }

  /** The store has what waited. */
  void stored() {
    waiting = List.of();
  }

  /**
   * The next records, in their order; those of the last call count as stored.
   *
   * @param most how many at most
   */
  List<SpendRecord> next(int most) {
    List<SpendRecord> records = new ArrayList<>();
    try {
      while (records.isEmpty()) {
        Path file = reading();
        boolean growing = isActive(file);
        read(file, most, records);
        if (growing || !records.isEmpty()) {
          break;
        }
        delete(file);
      }
    } catch (ClosedByInterruptException e) {
      // The plugin ends; whoever drains after it begins where this stopped.
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return records;
  }

  private Path reading() {
    Path file = reading;
    if (file != null) {
      return file;
    }
    lock.lock();
    try {
      Path next = full.isEmpty() ? activeFile : full.getFirst();
      reading = next;
      readAt = 0;
      return next;
    } finally {
      lock.unlock();
    }
  }

  private boolean isActive(Path file) {
    lock.lock();
    try {
      return file.equals(activeFile);
    } finally {
      lock.unlock();
    }
  }

  private void read(Path file, int most, List<SpendRecord> into) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(size - readAt, 1 << 21));
      while (bytes.hasRemaining() && channel.read(bytes, readAt + bytes.position()) >= 0) {
        // until it is full or the file ends
      }
      bytes.flip();
      while (into.size() < most && RecordBuffer.whole(bytes, checksum)) {
        int length = bytes.getInt();
        bytes.getInt();
        into.add(SpendRecord.read(bytes.slice(bytes.position(), length)));
        bytes.position(bytes.position() + length);
      }
      readAt += bytes.position();
      if (into.isEmpty() && readAt < size && !isActive(file)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} ends in {1} bytes that are no whole record: what was written when a process died",
            file.getFileName(),
            size - readAt);
      }
    }
  }

  private void delete(Path file) throws IOException {
    long size = Files.size(file);
    Files.delete(file);
    reading = null;
    lock.lock();
    try {
      full.remove(file);
      closedBytes -= size;
      pendingBytes = closedBytes + activeSize;
      accepting = unwritten.isEmpty() && pendingBytes < mostBytes;
    } finally {
      lock.unlock();
    }
  }

  /** Starts a new segment when the present one has records and all of them were read. */
  void turn() {
    lock.lock();
    try {
      if (activeSize > 0 && activeFile.equals(reading) && readAt >= activeSize) {
        roll();
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "the journal could not begin a new segment", e);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    sync();
    lock.lock();
    try {
      FileChannel channel = active;
      active = null;
      if (channel != null) {
        channel.close();
        if (activeSize == 0) {
          Files.deleteIfExists(activeFile);
        }
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "the journal of spend could not be closed", e);
    } finally {
      lock.unlock();
    }
  }
}
