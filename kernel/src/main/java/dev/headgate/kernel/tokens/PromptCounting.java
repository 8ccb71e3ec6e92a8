package dev.headgate.kernel.tokens;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenCounterProvider;
import dev.headgate.spi.metrics.Meters;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Counts prompts from the bytes of their bodies: short ones on the caller's thread, long ones on a
 * small pool. Strings without escapes are counted where they stand, others in a buffer that is used
 * again; long ones are remembered.
 */
public final class PromptCounting implements AutoCloseable {
  /** Counts of more text than this go to the pool. */
  static final int LONG_TEXT = 64 * 1024;

  private static final int REMEMBERED = 64 * 1024;

  private final MessageMemo memo = new MessageMemo(REMEMBERED);
  private final Scratch.Shelf scratches = new Scratch.Shelf(memo);
  private final CountingPool pool;
  private final CountMeters meters;

  /**
   * @param processors of the machine
   * @param queue how many long counts may wait
   * @param meters where it is shown what was counted
   */
  public PromptCounting(int processors, int queue, Meters meters) {
    this.pool = new CountingPool(processors, queue);
    this.meters = new CountMeters(meters);
    meters.gauge(
        "headgate_counts_pending", "Counts of long prompts that wait or run.", pool::pending);
  }

  /**
   * Counts a prompt now.
   *
   * @param prompt what is counted
   * @param serving counts the texts
   * @param tenant whose prompt it is
   * @param mode why it is counted
   * @param limit beyond which the count is of no interest
   * @return the tokens when at most the limit, else any number above it
   * @throws dev.headgate.spi.http.DenialException 503 when too many long counts wait
   */
  public long count(Prompt prompt, Serving serving, String tenant, CountMode mode, long limit) {
    return start(prompt, serving, tenant, mode, limit).result();
  }

  /**
   * Starts a count, which for a short prompt is over when this returns.
   *
   * @return the count; the body's buffer must stay until it has ended
   */
  public Count start(Prompt prompt, Serving serving, String tenant, CountMode mode, long limit) {
    Run run = new Run(prompt, serving, tenant, mode, limit);
    return prompt.textBytes() > LONG_TEXT
        ? Count.on(pool, run::count, run::stop)
        : Count.of(run.count());
  }

  @Override
  public void close() {
    pool.close();
  }

  /** One count on its way. */
  private final class Run {
    private final Prompt prompt;
    private final Serving serving;
    private final CountMode mode;
    private final long limit;
    private final long scope;
    private final boolean remembers;
    private long remembered;
    private volatile boolean stopped;

    Run(Prompt prompt, Serving serving, String tenant, CountMode mode, long limit) {
      this.prompt = prompt;
      this.serving = serving;
      this.mode = mode;
      this.limit = limit;
      // What estimates say changes as they learn.
      this.remembers = !serving.estimates() || serving.counter() instanceof StandIn;
      this.scope =
          remembers && prompt.textBytes() >= MessageMemo.SHORTEST
              ? memo.scope(tenant, serving.counter().fingerprint())
              : 0;
    }

    void stop() {
      stopped = true;
    }

    long count() {
      long counted = metered();
      meters.tokens(CountMode.MEMO, remembered);
      meters.tokens(mode, counted - remembered);
      return counted;
    }

    private long metered() {
      Hook<TokenCounterProvider> hook = serving.hook();
      if (hook == null) {
        return texts(serving.counter());
      }
      long started = hook.meter().start();
      try {
        long counted = texts(serving.counter());
        hook.meter().ok(started);
        return counted;
      } catch (RuntimeException e) {
        hook.meter().failed(started, e);
        remembered = 0;
        return texts(new ByteEstimate());
      }
    }

    private long texts(TokenCounter counter) {
      Scratch scratch = scratches.take();
      long total = Math.max(0, prompt.fixed());
      for (int i = 0; i < prompt.size() && total <= limit && !stopped; i++) {
        total += text(counter, scratch, i, limit - total);
      }
      // Not after a failure: what a broken counter left in it is not known.
      scratches.give(scratch);
      return total;
    }

    private long text(TokenCounter counter, Scratch scratch, int index, long left) {
      byte[] b = prompt.body();
      int from = prompt.from(index);
      int to = prompt.to(index);
      if (!remembers || to - from < MessageMemo.SHORTEST) {
        return counted(counter, scratch, index, left);
      }
      scratch.name.of(scope, b, from, to);
      long known = memo.get(scratch.name);
      if (known != MessageMemo.UNKNOWN) {
        meters.hit();
        remembered += known;
        return known;
      }
      meters.miss();
      long counted = counted(counter, scratch, index, left);
      if (counted <= left && memo.put(scratch.name, counted)) {
        meters.forgot();
      }
      return counted;
    }

    private long counted(TokenCounter counter, Scratch scratch, int index, long left) {
      MemorySegment text = text(scratch.unescaper, index);
      return limit == Long.MAX_VALUE ? counter.count(text) : counter.countUpTo(text, left);
    }

    private MemorySegment text(Unescaper unescaper, int index) {
      byte[] b = prompt.body();
      int from = prompt.from(index);
      int to = prompt.to(index);
      return switch (prompt.kind(index)) {
        case Prompt.PLAIN -> MemorySegment.ofArray(b).asSlice(from, to - from);
        case Prompt.TOOLS -> MemorySegment.ofArray(ToolText.of(b, from, to));
        default -> {
          unescaper.read(b, from, to);
          yield MemorySegment.ofArray(unescaper.text()).asSlice(0, unescaper.length());
        }
      };
    }
  }

  /** A count that was started. */
  public static final class Count {
    private final @Nullable Waiting waiting;
    private final long known;

    private Count(@Nullable Waiting waiting, long known) {
      this.waiting = waiting;
      this.known = known;
    }

    static Count of(long known) {
      return new Count(null, known);
    }

    static Count on(CountingPool pool, java.util.function.LongSupplier count, Runnable stop) {
      return new Count(new Waiting(pool.start(count), stop), 0);
    }

    /** Whether it has ended. */
    public boolean ended() {
      return waiting == null;
    }

    /** What was counted; waits for it. */
    public long result() {
      return waiting == null ? known : waiting.result();
    }

    /** Ends it as soon as may be, and waits until it no longer looks at the body. */
    public void cancel() {
      if (waiting != null) {
        waiting.stop().run();
        waiting.result();
      }
    }
  }
}
