package io.synod.benchmarks.peers.load;

import io.synod.benchmarks.load.LoadFailure;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Measurement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** What all clients have seen. Any thread. */
public final class Tally implements Measurement.Counted {
  private static final long RETRY_MILLIS = 1;
  private static final long LATENCY_NANOS_MIN = 1_000;
  private static final long LATENCY_NANOS_MAX = 600_000_000_000L;
  private static final int DIGITS = 3;

  private final int answerBytes;
  private final ScheduledExecutorService retries;
  private final Recorder latencies = new Recorder(LATENCY_NANOS_MIN, LATENCY_NANOS_MAX, DIGITS);
  private final LongAdder answered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final AtomicReference<String> trouble = new AtomicReference<>();
  private volatile boolean broken;
  private volatile boolean stopped;
  private volatile CountDownLatch first = new CountDownLatch(1);

  // Since the measurement began; of the thread that measures.
  private long beginNanos;
  private long failedBefore;

  /**
   * @param answerBytes length of every answer; another one ends the load
   * @param retries where a failed request waits until it is sent again
   */
  public Tally(int answerBytes, ScheduledExecutorService retries) {
    this.answerBytes = answerBytes;
    this.retries = retries;
  }

  /** Says whether to send the next request. */
  boolean answered(int bytes, long latencyNanos) {
    latencies.recordValue(Math.min(latencyNanos, LATENCY_NANOS_MAX));
    answered.increment();
    first.countDown();
    if (bytes != answerBytes) {
      broken("an answer has %d bytes, not %d".formatted(bytes, answerBytes));
    }
    return !stopped;
  }

  void failed(String reason, Cycle cycle) {
    failed.increment();
    trouble.compareAndSet(null, reason);
    first.countDown();
    if (stopped) {
      return;
    }
    try {
      retries.schedule(cycle::send, RETRY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException ended) {
      // The load was ended between the two lines above: nothing is sent any more.
      stopped = true;
    }
  }

  /** The load cannot go on: what is answered is wrong, or a client has ended. */
  public void broken(String reason) {
    broken = true;
    stopped = true;
    trouble.set(reason);
    first.countDown();
  }

  /** No request is sent any more. */
  void stop() {
    stopped = true;
  }

  @Override
  public boolean awaitFirst(Duration patience) throws InterruptedException {
    return first.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public long answeredInAll() {
    return answered.sum();
  }

  @Override
  public void begin() {
    first = new CountDownLatch(1);
    if (broken) {
      // Nothing is sent any more: what comes next is the result, which says so.
      first.countDown();
    }
    latencies.reset();
    failedBefore = failed.sum();
    beginNanos = System.nanoTime();
  }

  @Override
  public LoadResult result() {
    long nanos = System.nanoTime() - beginNanos;
    Histogram measured = latencies.getIntervalHistogram();
    if (broken) {
      throw new LoadFailure("the load is broken: " + trouble.get());
    }
    if (measured.getTotalCount() == 0) {
      String why = trouble.get() == null ? "they are all on their way" : trouble.get();
      throw new LoadFailure("no request was answered: " + why);
    }
    return new LoadResult(
        nanos, measured.getTotalCount(), failed.sum() - failedBefore, 0, measured);
  }
}
