package dev.headgate.bench.upstream.wire;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * One run of a script on a connection, on a virtual thread of its own, so that the connection's
 * thread can go on reading meanwhile: that is how a peer that leaves is noticed during a stall.
 */
public final class Playback implements Runnable {

  /** How a run ended. */
  public enum Ending {
    /** All steps were done and the connection stays open. */
    DONE,
    /** The script ended its side of the connection. */
    FINISHED,
    /** The script reset the connection. */
    RESET,
    /** The peer went away, or the upstream was closed, before the last step. */
    ABANDONED
  }

  /** Who wants to know what is written, on the writing thread. */
  public interface Trace {

    /** Hears nothing. */
    Trace NONE = new Trace() {};

    /** The bytes went to the socket between the two times ({@link System#nanoTime}). */
    default void wrote(Step.Part part, int length, long beforeNanos, long afterNanos) {}

    default void ended(Ending ending) {}
  }

  private final List<Step> steps;
  private final Wire wire;
  private final Trace trace;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread = Thread.ofVirtual().name("scripted-upstream-answer").unstarted(this);
  private volatile Ending ending = Ending.ABANDONED;
  private volatile boolean abandoned;
  private long paceNanos;

  public Playback(List<Step> steps, Wire wire, Trace trace) {
    this.steps = steps;
    this.wire = wire;
    this.trace = trace;
  }

  /** Starts the run on a virtual thread of its own. */
  public void start() {
    thread.start();
  }

  /** Waits for the run to end. */
  public Ending await() throws InterruptedException {
    over.await();
    return ending;
  }

  /** Whether the run has ended. */
  public boolean isOver() {
    return over.getCount() == 0;
  }

  /** Makes the steps not yet done not happen and ends the one that waits. */
  public void abandon() {
    abandoned = true;
    if (!isOver()) {
      thread.interrupt();
    }
  }

  @Override
  public void run() {
    try {
      ending = play();
    } catch (IOException | InterruptedException gone) {
      ending = Ending.ABANDONED;
    } finally {
      trace.ended(ending);
      over.countDown();
    }
  }

  private Ending play() throws IOException, InterruptedException {
    paceNanos = System.nanoTime();
    for (Step step : steps) {
      if (abandoned) {
        return Ending.ABANDONED;
      }
      switch (step) {
        case Step.Write(Step.Part part, byte[] bytes) -> write(part, bytes, 0, bytes.length);
        case Step.Trickle(Step.Part part, byte[] bytes, long gap) -> trickle(part, bytes, gap);
        case Step.Pause(long nanos) -> pause(nanos);
        case Step.Await(Step.Hold hold) -> {
          hold.await();
          paceNanos = System.nanoTime();
        }
        case Step.Stall() -> new CountDownLatch(1).await();
        case Step.Finish() -> {
          wire.finish();
          return Ending.FINISHED;
        }
        case Step.Reset() -> {
          ending = Ending.RESET;
          wire.reset();
          return Ending.RESET;
        }
      }
    }
    return Ending.DONE;
  }

  private void write(Step.Part part, byte[] bytes, int offset, int length) throws IOException {
    long before = System.nanoTime();
    wire.write(bytes, offset, length);
    trace.wrote(part, length, before, System.nanoTime());
  }

  private void trickle(Step.Part part, byte[] bytes, long gapNanos)
      throws IOException, InterruptedException {
    for (int i = 0; i < bytes.length && !abandoned; i++) {
      if (i > 0 && gapNanos > 0) {
        pause(gapNanos);
      }
      write(part, bytes, i, 1);
    }
  }

  /**
   * Keeps an even pace: the next target counts from the last one, so that small delays do not add
   * up. After a long delay it counts from now, so that no two writes come in a burst.
   */
  private void pause(long nanos) throws InterruptedException {
    long now = System.nanoTime();
    long target = paceNanos + nanos;
    if (target - now < nanos / 2) {
      target = now + nanos;
    }
    while (target - now > 0) {
      LockSupport.parkNanos(target - now);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      now = System.nanoTime();
    }
    paceNanos = target;
  }

  /** How the run ended, {@link Ending#ABANDONED} while it still goes on. */
  public Ending ending() {
    return ending;
  }
}
