package io.synod.benchmarks.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The steps of a measurement, the same for all targets. Confined to the measuring thread. */
public final class Measurement {
  /** The timeout of a request, and of the wait for any answer. */
  public static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  private static final long SECOND_NANOS = 1_000_000_000;

  // A shorter warm-up is taken as it is.
  private static final Duration JUDGED = Duration.ofSeconds(10);

  // By so many times its length a warm-up may be longer.
  private static final int LONGER_MAX = 2;

  private final Counted load;
  private final LoadListener listener;
  private final WarmUpRate rate = new WarmUpRate();

  // Counted since the last reported second.
  private long toldAnswered;
  private long toldNanos;

  /** The counters of a load; called by the measuring thread. */
  public interface Counted {
    /** Waits until a request has ended, with any outcome, since the start or the last begin. */
    boolean awaitFirst(Duration patience) throws InterruptedException;

    /** Requests answered since the start. */
    long answeredInAll() throws InterruptedException;

    /** Resets the counters. */
    void begin() throws InterruptedException;

    /**
     * The counters since the begin.
     *
     * @throws LoadFailure if there is no answer, or a wrong one
     */
    LoadResult result() throws InterruptedException;
  }

  private Measurement(Counted load, LoadListener listener) {
    this.load = load;
    this.listener = listener;
  }

  /**
   * Waits for the first answer, then for the warm-up, then for the measured time. A warm-up of at
   * least ten seconds takes up to three times as long as {@code span} says, until the rate does not
   * rise any more; the measured time is longer than {@code span} if no answer arrives in it.
   *
   * @throws LoadFailure if no answer arrives in time, or as the load's result
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
    if (span.warmUp().compareTo(JUDGED) >= 0) {
      warmUpFurther(System.nanoTime() + LONGER_MAX * span.warmUp().toNanos());
    }
    load.begin();
    listener.onMeasuring();
    pass(span.duration());
    awaitFirst();
    LoadResult result = load.result();
    listener.onMeasured();
    return result;
  }

  private void warmUpFurther(long latestNanos) throws InterruptedException {
    while (!rate.isFlat() && System.nanoTime() - latestNanos < 0) {
      pass(Duration.ofSeconds(1));
    }
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
      reportSecond();
    }
  }

  private void reportSecond() throws InterruptedException {
    long answered = load.answeredInAll();
    long now = System.nanoTime();
    long perSecond = (answered - toldAnswered) * SECOND_NANOS / Math.max(1, now - toldNanos);
    rate.second(perSecond);
    listener.onSecond(perSecond);
    toldAnswered = answered;
    toldNanos = now;
  }
}
