package io.synod.benchmarks.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The course of a measurement, the same for whatever is loaded. Confined to who measures. */
public final class Measurement {
  /** How long a request may take; longer than that, nothing is answered at all. */
  public static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  private static final long SECOND_NANOS = 1_000_000_000;

  private final Counted load;
  private final LoadListener listener;

  // Since the last second was told.
  private long toldAnswered;
  private long toldNanos;

  /** What is counted of a load; called by the thread that measures. */
  public interface Counted {
    /** Waits until a request has ended, however it did, since the start or the last begin. */
    boolean awaitFirst(Duration patience) throws InterruptedException;

    /** Requests answered since the start. */
    long answeredInAll() throws InterruptedException;

    /** Forgets what was counted so far. */
    void begin() throws InterruptedException;

    /**
     * What was counted since the begin.
     *
     * @throws LoadFailure if it is nothing, or wrong
     */
    LoadResult result() throws InterruptedException;
  }

  private Measurement(Counted load, LoadListener listener) {
    this.load = load;
    this.listener = listener;
  }

  /**
   * Waits for the first answer, then for the warm-up, then for what is measured; that is longer
   * than {@code span} says if nothing is answered in it.
   *
   * @throws LoadFailure if nothing is answered in time, or what the load's result says
   */
  public static LoadResult of(Counted load, Span span, LoadListener listener)
      throws InterruptedException {
    return new Measurement(load, listener).pass(span);
  }

  private LoadResult pass(Span span) throws InterruptedException {
    awaitFirst();
    toldAnswered = load.answeredInAll();
    toldNanos = System.nanoTime();
    pass(span.warmUp());
    load.begin();
    listener.onMeasuring();
    pass(span.duration());
    awaitFirst();
    LoadResult result = load.result();
    listener.onMeasured();
    return result;
  }

  private void awaitFirst() throws InterruptedException {
    if (!load.awaitFirst(REQUEST_TIMEOUT)) {
      throw new LoadFailure("no request has ended within " + REQUEST_TIMEOUT.toSeconds() + " s");
    }
  }

  private void pass(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.sleep(Math.min(left, SECOND_NANOS));
      tellSecond();
    }
  }

  private void tellSecond() throws InterruptedException {
    long answered = load.answeredInAll();
    long now = System.nanoTime();
    listener.onSecond((answered - toldAnswered) * SECOND_NANOS / Math.max(1, now - toldNanos));
    toldAnswered = answered;
    toldNanos = now;
  }
}
