package io.synod.benchmarks.load;

import io.netty.channel.EventLoop;
import io.synod.client.RequestUnknownException;
import io.synod.client.SynodClient;
import io.synod.service.ServiceException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The clients of a load, and their counters. All methods but the constructor are called on their
 * event loop, so nothing is shared or locked.
 */
final class LoadLoop {
  private static final long RETRY_MILLIS = 1;
  private static final long TICK_NANOS = 1_000_000;

  // Requests that are due within this time leave together: a loop that woke for each of a million a
  // second would need a processor for itself.
  private static final long TOGETHER_NANOS = 50_000;

  private static final long LATENCY_NANOS_MIN = 1_000;
  private static final long LATENCY_NANOS_MAX = 600_000_000_000L;
  private static final int DIGITS = 3;

  private final EventLoop loop;
  private final Requests requests;
  private final int answerBytes;
  private final Pace pace;
  private final List<Cycle> cycles = new ArrayList<>();

  // In an open loop, the cycles that wait until a request is due.
  private final ArrayDeque<Cycle> idle = new ArrayDeque<>();

  private final Histogram latencies = new Histogram(LATENCY_NANOS_MIN, LATENCY_NANOS_MAX, DIGITS);

  // Counted since the start.
  private long answered;
  private String trouble;
  private boolean broken;
  private boolean stopped;

  // Counted since the measurement began.
  private volatile CountDownLatch first = new CountDownLatch(1);
  private long beginNanos;
  private long answeredBefore;
  private long failed;
  private long unknown;

  LoadLoop(EventLoop loop, Requests requests, int answerBytes, Pace pace) {
    this.loop = loop;
    this.pace = pace;
    this.requests = requests;
    this.answerBytes = answerBytes;
  }

  /** Called before the start, on any thread. */
  void add(SynodClient client, int outstanding) {
    for (int index = 0; index < outstanding; index++) {
      cycles.add(new Cycle(this, client));
    }
  }

  EventLoop eventLoop() {
    return loop;
  }

  void start() {
    if (pace.isOpen()) {
      pace.start(System.nanoTime());
      idle.addAll(cycles);
      sendDue();
    } else {
      cycles.forEach(Cycle::run);
    }
  }

  /** Sends the requests that are due, within the limit, and schedules the next call. */
  private void sendDue() {
    long now = System.nanoTime();
    while (!idle.isEmpty() && !stopped && pace.dueNanos(now) <= now) {
      next(idle.poll(), now);
    }
    if (!stopped) {
      // If all are in flight, the next answer sends the due requests.
      long delay = idle.isEmpty() ? TICK_NANOS : Math.max(TOGETHER_NANOS, pace.dueNanos(now) - now);
      loop.schedule(this::sendDue, delay, TimeUnit.NANOSECONDS);
    }
  }

  /** {@code cycle} is idle: sends its next request once that is due. */
  void next(Cycle cycle, long nowNanos) {
    long due = pace.dueNanos(nowNanos);
    if (due <= nowNanos) {
      cycle.send(due, pace.begin());
    } else {
      idle.add(cycle);
    }
  }

  /** Stops sending requests. */
  void stop() {
    stopped = true;
  }

  Requests requests() {
    return requests;
  }

  /** Requests answered since the start. */
  long answeredInAll() {
    return answered;
  }

  /** The first failure, null if there is none. */
  String trouble() {
    return trouble;
  }

  /** Whether an answer was wrong. */
  boolean isBroken() {
    return broken;
  }

  /**
   * Waits until a request has ended, with any outcome, since the start or the last begin. Called on
   * another thread.
   */
  boolean awaitFirst(Duration patience) throws InterruptedException {
    return first.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Resets the counters. */
  void begin() {
    if (!broken) {
      first = new CountDownLatch(1);
    }
    beginNanos = System.nanoTime();
    answeredBefore = answered;
    failed = 0;
    unknown = 0;
    latencies.reset();
  }

  /** The counters since the begin. */
  LoadResult result() {
    long nanos = System.nanoTime() - beginNanos;
    return new LoadResult(nanos, answered - answeredBefore, failed, unknown, latencies.copy());
  }

  /** Records the latency of a request whose latency counts; called before it counts as answered. */
  void took(long latencyNanos) {
    latencies.recordValue(Math.min(latencyNanos, LATENCY_NANOS_MAX));
  }

  /** Counts an answer; returns whether to send the next request. */
  boolean answered(byte[] answer) {
    first.countDown();
    if (answered++ == 0) {
      // The time of connecting is not measured.
      pace.start(System.nanoTime());
    }
    if (answer.length != answerBytes && answerBytes != Target.ANY_ANSWER_BYTES) {
      trouble = "an answer has %d bytes, not %d".formatted(answer.length, answerBytes);
      broken = true;
      stopped = true;
    }
    return !stopped;
  }

  void failed(Throwable failure, Cycle cycle) {
    first.countDown();
    if (failure instanceof RequestUnknownException) {
      unknown++;
    } else {
      failed++;
    }
    if (trouble == null) {
      trouble = failure instanceof ServiceException ? refused(failure) : failure.getMessage();
    }
    if (pace.isOpen()) {
      idle.add(cycle);
    } else if (!stopped) {
      loop.schedule(cycle, RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static String refused(Throwable refusal) {
    return refusal.getMessage()
        + ". The service receives requests of zeros and must answer them, as"
        + " io.synod.benchmarks.process.NullService does";
  }
}
