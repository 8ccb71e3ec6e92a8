package dev.headgate.plugins.storesql.db;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Keeps SQLite's native code unpacked from one start to the next. The driver would unpack it at
 * each start, compare it byte by byte, and so take a fifth of the time that a start may take.
 */
final class NativeCode {
  private static final String FOLDER = "org.sqlite.lib.path";

  private NativeCode() {}

  /**
   * Unpacks it where it is not there, and tells the driver, which falls back to its own way when it
   * cannot be loaded from there.
   *
   * @param parent a folder of the gateway's user
   */
  static synchronized void unpack(Path parent) {
    if (System.getProperty(FOLDER) != null) {
      return;
    }
    Path folder = parent.resolve("sqlite-" + SQLiteJDBCLoader.getVersion());
    Path library = folder.resolve(LibraryLoaderUtil.getNativeLibName());
    try {
      if (!Files.exists(library)) {
        Files.createDirectories(folder);
        copy(library);
      }
      System.setProperty(FOLDER, folder.toString());
    } catch (IOException e) {
      System.getLogger("dev.headgate.plugins.storesql")
          .log(System.Logger.Level.DEBUG, "SQLite's native code is not kept in " + folder, e);
    }
  }

  private static void copy(Path library) throws IOException {
    String resource =
        LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
    try (InputStream packed = SQLiteDataSource.class.getResourceAsStream(resource)) {
      if (packed == null) {
        throw new IOException("the driver has no " + resource);
      }
      Path fresh = Files.createTempFile(library.getParent(), "sqlite", ".new");
      Files.copy(packed, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.move(fresh, library, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
