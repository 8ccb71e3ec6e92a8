package dev.headgate.plugins.storesql;

import dev.headgate.spi.state.ChangeFeed;
import dev.headgate.spi.state.RecordStore;
import dev.headgate.testkit.state.ChangesContract;
import dev.headgate.testkit.state.RecordStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest {
  @TempDir static Path folder;
  private static OpenStore here;
  private static OpenStore there;

  @BeforeAll
  static void open() {
    String url = "sqlite:" + folder.resolve("gateway.db");
    here = OpenStore.at(url);
    there = OpenStore.at(url);
  }

  @AfterAll
  static void close() {
    here.close();
    there.close();
  }

  @Nested
  class Records extends RecordStoreContract {
    @Override
    protected RecordStore store() {
      return here.store;
    }
  }

  @Nested
  class Changes extends ChangesContract {
    @Override
    protected RecordStore here() {
      return here.store;
    }

    @Override
    protected RecordStore there() {
      return here.store;
    }

    @Override
    protected ChangeFeed feedHere() {
      return here.feed;
    }

    @Override
    protected ChangeFeed feedThere() {
      return here.feed;
    }
  }

  /** Two in one file: the second looks every half second. */
  @Nested
  class ChangesOfAnotherProcess extends ChangesContract {
    @Override
    protected RecordStore here() {
      return here.store;
    }

    @Override
    protected RecordStore there() {
      return there.store;
    }

    @Override
    protected ChangeFeed feedHere() {
      return here.feed;
    }

    @Override
    protected ChangeFeed feedThere() {
      return there.feed;
    }
  }
}
