package dev.headgate.distro;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** The folder that a gateway keeps its state in; it belongs to one process at a time. */
final class DataFolder implements AutoCloseable {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private final Path path;
  private final FileChannel channel;
  private final FileLock lock;

  private DataFolder(Path path, FileChannel channel, FileLock lock) {
    this.path = path;
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * Takes the folder; makes it when it is not there.
   *
   * @throws UsageException if another process has it, or it cannot be made or written
   */
  static DataFolder take(Path path) {
    Path lockFile = path.resolve("lock");
    try {
      makePrivate(path);
      FileChannel channel =
          FileChannel.open(
              lockFile,
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      FileLock lock;
      try {
        // The first byte is the lock; the number of the process stands behind it.
        lock = channel.tryLock(0, 1, false);
      } catch (OverlappingFileLockException e) {
        lock = null;
      }
      if (lock == null) {
        String holder = holder(channel);
        channel.close();
        throw new UsageException(
            "the data folder "
                + path.toAbsolutePath()
                + " is in use by another gateway"
                + (holder.isEmpty() ? "" : " (process " + holder + ")")
                + "; stop that one or choose another folder with --data");
      }
      channel.truncate(1);
      channel.write(
          ByteBuffer.wrap(
              (" " + ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)),
          0);
      return new DataFolder(path, channel, lock);
    } catch (IOException e) {
      throw new UsageException(
          "the data folder " + path.toAbsolutePath() + " cannot be used: " + e.getMessage());
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(32);
    channel.read(text, 1);
    return new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip();
  }

  static void makePrivate(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    if (POSIX) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectories(folder);
    }
  }

  /** Writes a file that only its owner may read. */
  static void writePrivate(Path file, String content) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    if (POSIX) {
      Files.createFile(
          fresh,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } else {
      Files.createFile(fresh);
    }
    Files.writeString(fresh, content);
    Files.move(
        fresh,
        file,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING,
        java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      System.err.println("headgate: the lock of the data folder was lost: " + e.getMessage());
    }
  }
}
