package io.synod.replica.stage;

import io.synod.core.batcher.Batcher;
import io.synod.core.batcher.LeaderClock;
import io.synod.core.batcher.Requests;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.command.SkipEntry;
import io.synod.core.settings.BatchLimits;
import io.synod.replica.executor.Stage;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.instrumentation.StageTally;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Turns admitted requests into batches, while this replica leads. */
public final class BatcherStage extends Stage implements ServiceStage.BatchingListener {
  private static final int INBOX_ITEMS = 1 << 16;

  private final Batcher batcher;
  private final long queueBytes;
  private final ProtocolStage protocol;
  private final StageTally tally;
  private final Tuning tuning;

  // What lets the service go on, and alone may take a slot; null while it goes on. Written on the
  // service thread.
  private volatile SkipEntry awaited;

  // Written by the service's thread.
  private volatile LeaderClock clock;

  // Bytes that were admitted and are in no batch yet: reserved by ingress, freed here.
  private final AtomicLong admittedBytes = new AtomicLong();

  private record Lead(View view) {}

  private record Stop() {}

  private record ServiceHalted() {}

  private record TimerDue(long atMillis) {}

  private record Tried(BatchLimits limits, long nanos) {}

  private record Decided(View view, long latencyNanos) {}

  public BatcherStage(
      StageExecutor executor,
      Batcher batcher,
      Tuning tuning,
      ProtocolStage protocol,
      StageTally tally,
      Consumer<Throwable> onFailure) {
    super("batcher", executor, INBOX_ITEMS, onFailure);
    this.batcher = batcher;
    this.tuning = tuning;
    this.queueBytes = batcher.queueBytesMax();
    this.protocol = protocol;
    this.tally = tally;
    clock = new LeaderClock(0, nanoTime());
  }

  /**
   * Takes over {@code requests}, or refuses them because the queue is full or the service waits.
   * Any thread.
   */
  public boolean admit(Requests requests) {
    if (awaited != null && requests.first() != BatchEntry.SKIP) {
      return false;
    }
    int bytes = requests.bytes();
    if (admittedBytes.addAndGet(bytes) <= queueBytes && offer(requests)) {
      return true;
    }
    admittedBytes.addAndGet(-bytes);
    return false;
  }

  /** Bytes of the requests that wait to be batched. Any thread. */
  public long queuedBytes() {
    return admittedBytes.get();
  }

  /** If this replica leads, keeps to {@code limits} for a time. Any thread. */
  public void tryLimits(BatchLimits limits, long nanos) {
    offer(new Tried(limits, nanos));
  }

  /** A batch of this leader time was executed. The service's thread. */
  @Override
  public void leaderTime(long millis, long nowNanos) {
    clock = clock.seen(millis, nowNanos);
  }

  /**
   * The next timer of the service is due at {@code atMillis}, {@link Batcher#NO_TIMER} if none is
   * set. Any thread.
   */
  @Override
  public void nextTimer(long atMillis) {
    order(new TimerDue(atMillis));
  }

  /**
   * The service waits for {@code entry}, which alone is batched then; or goes on, if that is null.
   * Any thread.
   */
  @Override
  public void halted(SkipEntry entry) {
    awaited = entry;
    if (entry != null) {
      order(new ServiceHalted());
    }
  }

  /**
   * What this replica has chosen as the leader of {@code view}; null if it has not begun yet, or
   * its limits are fixed. Any thread.
   */
  BatchLimits chosenLimits(View view) {
    return tuning.state().chosenIn(view);
  }

  /** The leader of {@code view} has chosen {@code limits}: the next one begins with them. */
  void leaderHasChosen(View view, BatchLimits limits) {
    tuning.leaderHasChosen(view, limits);
  }

  /** {@code bytes} go to a replica that catches up, beside what is proposed. Any thread. */
  void sentAside(long bytes) {
    tuning.sentAside(bytes);
  }

  /** This replica leads {@code view}. Any thread. */
  void lead(View view) {
    order(new Lead(view));
  }

  /** This replica leads no more. Any thread. */
  void stopLeading() {
    order(new Stop());
  }

  /** A batch of {@code view} is decided. Any thread. */
  void decided(View view, long latencyNanos) {
    order(new Decided(view, latencyNanos));
  }

  @Override
  protected void handle(Object item, long nowNanos) {
    if (item instanceof Requests requests) {
      if (batcher.holds(requests)) {
        tally.resent(requests.count());
        discard(requests);
      } else if (!isTimely(requests)) {
        discard(requests);
      } else if (!batcher.offer(requests, nowNanos)) {
        discard(requests);
      }
    } else if (item instanceof ServiceHalted) {
      admittedBytes.addAndGet(-batcher.queuedBytes());
      batcher.dropWaiting();
    } else if (item instanceof Decided decided) {
      tuning.decided(
          batcher.onDecided(decided.view(), decided.latencyNanos()), decided.latencyNanos());
    } else if (item instanceof TimerDue timer) {
      batcher.timerAt(timer.atMillis());
    } else if (item instanceof Tried tried) {
      tuning.tryLimits(tried.limits(), tried.nanos(), nowNanos);
    } else if (item instanceof Lead lead) {
      drop();
      batcher.lead(lead.view());
      tuning.lead(lead.view(), nowNanos);
    } else {
      drop();
      tuning.stop();
    }
  }

  /**
   * While the service waits there are few slots left for requests. A skip that it does not await is
   * an operator's mistake.
   */
  private boolean isTimely(Requests requests) {
    SkipEntry entry = awaited;
    if (requests.first() != BatchEntry.SKIP) {
      return entry == null;
    }
    byte[] bytes = new byte[requests.bytes()];
    requests.copyTo(0, bytes, 0, bytes.length);
    byte[] payload = Arrays.copyOfRange(bytes, BatchEntry.HEADER_BYTES, bytes.length);
    return entry != null && Arrays.equals(payload, entry.payload());
  }

  @Override
  protected void endCycle(long nowNanos) {
    tuning.advance(nowNanos);
    Batch batch = poll(nowNanos);
    while (batch != null) {
      admittedBytes.addAndGet(Batch.HEADER_BYTES - batch.length());
      protocol.propose(batcher.view(), batch);
      batch = poll(nowNanos);
    }
    tuning.observe(nowNanos);
    tally.queue(batcher.queuedBytes(), nowNanos);
  }

  private Batch poll(long nowNanos) {
    return batcher.poll(nowNanos, clock.millis(nowNanos, currentTimeMillis()));
  }

  @Override
  protected long nextWakeUpNanos() {
    return Math.min(batcher.nextWakeUpNanos(), tuning.nextWakeUpNanos());
  }

  @Override
  protected void discard(Object item) {
    if (item instanceof Requests requests) {
      admittedBytes.addAndGet(-requests.bytes());
      requests.release();
    }
  }

  @Override
  protected void release() {
    drop();
  }

  private void drop() {
    admittedBytes.addAndGet(-batcher.queuedBytes());
    batcher.stop();
  }
}
