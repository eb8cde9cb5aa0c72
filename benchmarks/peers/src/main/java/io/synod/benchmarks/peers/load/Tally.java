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

/** Counts the answers to all clients. Any thread. */
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

  // Counted since the measurement began; confined to the thread that measures.
  private long beginNanos;
  private long failedBefore;

  /**
   * @param answerBytes length of every answer; any other length ends the load
   * @param retries schedules failed requests to be sent again
   */
  public Tally(int answerBytes, ScheduledExecutorService retries) {
    this.answerBytes = answerBytes;
    this.retries = retries;
  }

  /** Counts an answer; returns whether to send the next request. */
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
      // The load ended between the two lines above; no further request is sent.
      stopped = true;
    }
  }

  /** Ends the load: an answer is wrong, or a client has ended. */
  public void broken(String reason) {
    broken = true;
    stopped = true;
    trouble.set(reason);
    first.countDown();
  }

  /** Stops sending requests. */
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
      // No further request is sent; the result reports the failure.
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
      String why = trouble.get() == null ? "they are all in flight" : trouble.get();
      throw new LoadFailure("no request was answered: " + why);
    }
    return new LoadResult(
        nanos, measured.getTotalCount(), failed.sum() - failedBefore, 0, measured);
  }
}
