package dev.headgate.plugins.storesql.changes;

import dev.headgate.plugins.storesql.db.Database;
import dev.headgate.plugins.storesql.db.Database.Step;
import dev.headgate.plugins.storesql.db.Databases.Server;
import dev.headgate.plugins.storesql.db.Session;
import dev.headgate.spi.metrics.Counter;
import dev.headgate.spi.state.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log of changes as it grows, and tells those who listen. It looks when it is woken, by a
 * commit of this instance or a message of the database, and in any case after a pause. One thread
 * reads and tells, from the first subscription on.
 */
public final class ChangeReader implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration PAUSE_WHILE_LISTENING = Duration.ofSeconds(2);
  private static final Duration CLEAN = Duration.ofMinutes(5);

  private final Database database;
  private final Position position;
  private final Subscriptions subscriptions = new Subscriptions();
  private final Counter read;
  private final ChangeCleaner cleaner;
  private final @Nullable DirectListener listener;
  private final Semaphore wakes = new Semaphore(0);
  private @Nullable Thread thread;
  private volatile boolean closed;
  private boolean troubled;

  /**
   * @param read counts the changes
   * @param direct where PostgreSQL can be listened to; absent when nowhere
   */
  public ChangeReader(Database database, Counter read, Optional<Server> direct) {
    this.database = database;
    this.position = new Position(database.dialect());
    this.read = read;
    this.cleaner = new ChangeCleaner(database);
    this.listener = direct.map(server -> new DirectListener(server, this::wake)).orElse(null);
    database.onChange(this::wake);
  }

  /** Has it look now. */
  public void wake() {
    wakes.release();
  }

  /** Tells a listener of the messages of a topic that are committed from now on. */
  public AutoCloseable subscribe(String topic, Consumer<String> listener) {
    AutoCloseable subscription = subscriptions.add(topic, listener);
    begin();
    return subscription;
  }

  private synchronized void begin() {
    if (thread != null || closed) {
      return;
    }
    try {
      database.run("feed", Step.READ, DEADLINE, this::beginAtTheEnd);
    } catch (StoreException e) {
      // Whoever listens is told of a gap as soon as the database answers.
      troubled = true;
    }
    if (listener != null) {
      listener.start();
    }
    thread = Thread.ofVirtual().name("store-sql-changes").start(this::readOn);
  }

  private boolean beginAtTheEnd(Session session) throws SQLException {
    position.begin(session);
    return true;
  }

  private void readOn() {
    try {
      long cleaned = System.nanoTime();
      while (!closed) {
        boolean more = look();
        if (System.nanoTime() - cleaned > CLEAN.toNanos()) {
          cleaner.clean();
          cleaned = System.nanoTime();
        }
        if (!more && wakes.tryAcquire(pause().toMillis(), TimeUnit.MILLISECONDS)) {
          wakes.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration pause() {
    return listener != null && listener.isListening() ? PAUSE_WHILE_LISTENING : PAUSE;
  }

  private boolean look() {
    try {
      Position.Look look = database.run("feed", Step.READ, DEADLINE, this::lookAt);
      troubled = false;
      if (look.lost()) {
        subscriptions.tellAllOfAGap();
      }
      look.changes().forEach(subscriptions::tell);
      read.add(look.changes().size());
      return look.more();
    } catch (StoreException e) {
      // The database says so itself, once; here it only matters that something may be missed.
      troubled = true;
      return false;
    }
  }

  private Position.Look lookAt(Session session) throws SQLException {
    boolean lost = false;
    if (!position.isKnown() || (troubled && position.isLost(session))) {
      position.begin(session);
      lost = true;
    }
    Position.Look look = position.look(session);
    return lost ? new Position.Look(look.changes(), true, look.more()) : look;
  }

  @Override
  public void close() {
    closed = true;
    if (listener != null) {
      listener.close();
    }
    synchronized (this) {
      if (thread != null) {
        thread.interrupt();
      }
    }
  }
}
