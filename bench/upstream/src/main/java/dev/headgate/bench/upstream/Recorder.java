package dev.headgate.bench.upstream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Everything that a test may want to know, under one lock, with waiting for any of it. */
final class Recorder {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<RecordedConnection> connections = new ArrayList<>();
  private final List<RecordedRequest> calls = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private final boolean keeping;
  private int connectionCount;
  private int openConnections;
  private int mostOpenConnections;
  private int callsInFlight;
  private int mostCallsInFlight;

  /**
   * Makes a recorder.
   *
   * @param keeping whether calls, connections and faults are kept, besides being counted
   */
  Recorder(boolean keeping) {
    this.keeping = keeping;
  }

  private <T> boolean keep(List<T> list, T element) {
    return keeping && list.add(element);
  }

  RecordedConnection connectionOpened() {
    return changing(() -> {
      openConnections++;
      mostOpenConnections = Math.max(mostOpenConnections, openConnections);
      RecordedConnection opened = new RecordedConnection(++connectionCount, System.nanoTime());
      keep(connections, opened);
      return opened;
    });
  }

  void connectionClosed() {
    changing(() -> openConnections--);
  }

  void callArrived(RecordedRequest call) {
    changing(() -> {
      callsInFlight++;
      mostCallsInFlight = Math.max(mostCallsInFlight, callsInFlight);
      return keep(calls, call);
    });
  }

  void callAnswered() {
    changing(() -> callsInFlight--);
  }

  void fault(RecordedConnection connection, String what) {
    changing(() -> keep(faults, "connection " + connection.number() + ": " + what));
  }

  void forget() {
    changing(() -> {
      calls.clear();
      connections.clear();
      faults.clear();
      mostOpenConnections = openConnections;
      mostCallsInFlight = callsInFlight;
      return calls;
    });
  }

  List<RecordedRequest> calls() {
    return reading(() -> List.copyOf(calls));
  }

  List<RecordedConnection> connections() {
    return reading(() -> List.copyOf(connections));
  }

  List<String> faults() {
    return reading(() -> List.copyOf(faults));
  }

  int openConnections() {
    return reading(() -> openConnections);
  }

  int mostOpenConnections() {
    return reading(() -> mostOpenConnections);
  }

  int callsInFlight() {
    return reading(() -> callsInFlight);
  }

  int mostCallsInFlight() {
    return reading(() -> mostCallsInFlight);
  }

  List<RecordedRequest> awaitCalls(int count, Duration timeout) {
    return await(
        () -> calls.size() >= count,
        () -> List.copyOf(calls),
        timeout,
        () -> "expected " + count + " calls, received " + calls.size() + ": " + calls);
  }

  int awaitOpenConnections(int count, Duration timeout) {
    return await(
        () -> openConnections == count,
        () -> openConnections,
        timeout,
        () -> "expected " + count + " open connections, there are " + openConnections);
  }

  int awaitCallsInFlight(int count, Duration timeout) {
    return await(
        () -> callsInFlight == count,
        () -> callsInFlight,
        timeout,
        () -> "expected " + count + " calls in flight, there are " + callsInFlight);
  }

  private <T> T await(
      BooleanSupplier condition, Supplier<T> result, Duration timeout, Supplier<String> complaint) {
    lock.lock();
    try {
      long left = timeout.toNanos();
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          throw new AssertionError("after " + timeout + ": " + complaint.get());
        }
        left = changed.awaitNanos(left);
      }
      return result.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted: " + complaint.get(), interrupted);
    } finally {
      lock.unlock();
    }
  }

  private <T> T changing(Supplier<T> change) {
    lock.lock();
    try {
      T result = change.get();
      changed.signalAll();
      return result;
    } finally {
      lock.unlock();
    }
  }

  private <T> T reading(Supplier<T> reading) {
    lock.lock();
    try {
      return reading.get();
    } finally {
      lock.unlock();
    }
  }
}
