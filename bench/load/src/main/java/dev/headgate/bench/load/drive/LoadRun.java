package dev.headgate.bench.load.drive;

import dev.headgate.bench.load.net.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Load on one address, in one pattern, bounded in time and count. All state belongs to the event
 * loop's thread.
 */
public final class LoadRun {

  /**
   * What is sent.
   *
   * @param address whom to
   * @param shots requests, in turn; each client begins at another one
   * @param sessionTurns requests that make up a session, 1 for none: every client then begins at
   *     the first
   * @param beside a request sent over and over beside the measured ones, on connections of its own
   * @param besideConnections how many of those there are
   * @param timeout how long an answer may take
   */
  public record Load(
      InetSocketAddress address,
      List<Shot> shots,
      int sessionTurns,
      List<Shot> beside,
      int besideConnections,
      Duration timeout) {

    /** Requests in turn, nothing beside them. */
    public static Load of(InetSocketAddress address, List<Shot> shots, Duration timeout) {
      return new Load(address, shots, 1, List.of(), 0, timeout);
    }
  }

  private static final long AFTER_ERROR_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final int LONGEST_READ = 256 * 1024;

  private final EventLoop loop;
  private final Load load;
  private final Pattern pattern;
  private final long limit;
  private final Recording recording = new Recording();
  private final byte[] scratch = new byte[LONGEST_READ];
  private final List<Client> clients = new ArrayList<>();
  private final List<Client> besides = new ArrayList<>();
  private final ArrayDeque<Client> idle = new ArrayDeque<>();
  private final ArrayDeque<Long> backlog = new ArrayDeque<>();
  private final CompletableFuture<Boolean> limitReached = new CompletableFuture<>();
  private final CompletableFuture<Boolean> quiet = new CompletableFuture<>();
  private final SplittableRandom random = new SplittableRandom(7);
  private final int[] turns;
  private final long[] sessionBegan;
  private boolean stopping;
  private long sent;
  private long completed;
  private int busy;
  private long nextOpenNanos;
  private double openIntervalNanos;
  private int nextShot;
  private int nextBeside;

  /**
   * @param limit the most measured requests, 0 for no bound
   */
  public LoadRun(EventLoop loop, Load load, Pattern pattern, long limit) {
    this.loop = loop;
    this.load = load;
    this.pattern = pattern;
    this.limit = limit == 0 ? Long.MAX_VALUE : limit;
    turns = new int[pattern.connections()];
    sessionBegan = new long[pattern.connections()];
  }

  /** Starts sending. */
  public void start() {
    loop.call(this::begin);
  }

  private boolean begin() {
    for (int i = 0; i < load.besideConnections(); i++) {
      Client client = client(i, this::besideCompleted);
      besides.add(client);
      client.send(nextBeside(), System.nanoTime());
    }
    switch (pattern) {
      case Pattern.Closed(int connections) -> {
        for (int i = 0; i < connections; i++) {
          sendNext(add(i), System.nanoTime());
        }
      }
      case Pattern.Open(double perSecond, int connections) -> {
        openIntervalNanos = 1e9 / perSecond;
        nextOpenNanos = System.nanoTime();
        openTick();
      }
      case Pattern.Thinking thinking -> {
        long now = System.nanoTime();
        for (int i = 0; i < thinking.connections(); i++) {
          Client client = add(i);
          loop.at(now + (long) (i * 1e9 / thinking.rampPerSecond()), () -> afterThinking(client));
        }
      }
    }
    loop.at(System.nanoTime() + SWEEP_NANOS, this::sweep);
    return true;
  }

  private Client add(int number) {
    Client client = client(number, this::completed);
    clients.add(client);
    turns[number] = load.sessionTurns() > 1 ? 0 : number;
    return client;
  }

  private Client client(int number, Client.Owner owner) {
    return new Client(loop, load.address(), owner, scratch, recording, number);
  }

  private void sendNext(Client client, long scheduled) {
    if (stopping || sent >= limit) {
      return;
    }
    int turn = turns[client.number()]++;
    if (turn % load.sessionTurns() == 0) {
      sessionBegan[client.number()] = scheduled;
    }
    sent++;
    busy++;
    client.send(load.shots().get(turn % load.shots().size()), scheduled);
  }

  private void completed(Client client, String error, long now) {
    busy--;
    completed++;
    if (error.equals(Expectation.RIGHT)) {
      recording.answered(now - client.scheduledNanos());
      if (load.sessionTurns() > 1 && turns[client.number()] % load.sessionTurns() == 0) {
        recording.session(now - sessionBegan[client.number()]);
      }
    } else {
      recording.failed(error);
    }
    if (completed >= limit) {
      recording.end(now);
      limitReached.complete(true);
    }
    if (stopping) {
      checkQuiet();
      return;
    }
    next(client, error, now);
  }

  private void next(Client client, String error, long now) {
    switch (pattern) {
      case Pattern.Closed closed -> {
        if (error.isEmpty()) {
          sendNext(client, now);
        } else {
          // A gateway that refuses at once must not make a hot loop of it.
          loop.at(now + AFTER_ERROR_NANOS, () -> sendNext(client, System.nanoTime()));
        }
      }
      case Pattern.Open open -> {
        if (backlog.isEmpty()) {
          idle.push(client);
        } else {
          sendOpen(client, backlog.removeFirst());
        }
      }
      case Pattern.Thinking thinking -> {
        long least = thinking.thinkLeast().toNanos();
        long most = thinking.thinkMost().toNanos();
        long pause = most > least ? random.nextLong(least, most) : least;
        loop.at(now + pause, () -> afterThinking(client));
      }
    }
  }

  private void afterThinking(Client client) {
    sendNext(client, System.nanoTime());
  }

  /** Sends all that is due; each counts from its own scheduled instant. */
  private void openTick() {
    if (stopping || sent >= limit) {
      return;
    }
    long now = System.nanoTime();
    while (nextOpenNanos - now <= 0) {
      long scheduled = nextOpenNanos;
      nextOpenNanos = scheduled + (long) openIntervalNanos;
      if (!idle.isEmpty()) {
        sendOpen(idle.pop(), scheduled);
      } else if (clients.size() < pattern.connections()) {
        sendOpen(add(clients.size()), scheduled);
      } else {
        backlog.add(scheduled);
      }
    }
    loop.at(nextOpenNanos, this::openTick);
  }

  private void sendOpen(Client client, long scheduled) {
    turns[client.number()] = nextShot++;
    sendNext(client, scheduled);
  }

  private void besideCompleted(Client client, String error, long now) {
    if (error.equals(Expectation.RIGHT)) {
      recording.answeredBeside();
    } else {
      recording.failed("beside: " + error);
    }
    if (!stopping) {
      loop.at(now + (error.isEmpty() ? 0 : AFTER_ERROR_NANOS), () -> sendBeside(client));
    }
  }

  private void sendBeside(Client client) {
    if (!stopping) {
      client.send(nextBeside(), System.nanoTime());
    }
  }

  private Shot nextBeside() {
    return load.beside().get(nextBeside++ % load.beside().size());
  }

  /** Gives up on what takes too long. */
  private void sweep() {
    if (quiet.isDone()) {
      return;
    }
    long oldest = System.nanoTime() - load.timeout().toNanos();
    for (List<Client> group : List.of(clients, besides)) {
      for (Client client : group) {
        if (client.isBusy() && client.scheduledNanos() - oldest < 0) {
          client.fail("no whole answer within " + load.timeout().toMillis() + " ms");
        }
      }
    }
    loop.at(System.nanoTime() + SWEEP_NANOS, this::sweep);
  }

  /** From now on what is answered counts. */
  public void beginRecording() {
    loop.call(() -> {
      recording.begin(System.nanoTime());
      return true;
    });
  }

  /** What is answered from now on does not count any more. */
  public Recording endRecording() {
    return loop.call(() -> {
      recording.end(System.nanoTime());
      return recording;
    });
  }

  /** Waits until the bound of requests is reached, or the time is up. */
  public void awaitLimit(Duration longest) {
    loop.await(
        limitReached.copy().completeOnTimeout(false, longest.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** Requests answered so far, right or wrong, and those that wait for their turn. */
  public long completed() {
    return loop.call(() -> completed);
  }

  /** Sends no more, waits for the answers in flight, and closes the connections. */
  public void stop(Duration longest) {
    loop.call(() -> {
      stopping = true;
      checkQuiet();
      return true;
    });
    loop.await(quiet.completeOnTimeout(false, longest.toMillis(), TimeUnit.MILLISECONDS));
    loop.call(() -> {
      clients.forEach(Client::close);
      besides.forEach(Client::close);
      quiet.complete(false);
      return true;
    });
  }

  private void checkQuiet() {
    if (busy == 0) {
      quiet.complete(true);
    }
  }
}
