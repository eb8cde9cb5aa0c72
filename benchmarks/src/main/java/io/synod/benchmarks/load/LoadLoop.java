package io.synod.benchmarks.load;

import io.netty.channel.EventLoop;
import io.synod.client.RequestUnknownException;
import io.synod.client.SynodClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The clients of one event loop, and what they have seen. Everything but the constructor is called
 * on that event loop, so nothing is shared and nothing is locked.
 */
final class LoadLoop {
  private static final long RETRY_MILLIS = 1;
  private static final long LATENCY_NANOS_MIN = 1_000;
  private static final long LATENCY_NANOS_MAX = 600_000_000_000L;
  private static final int DIGITS = 3;

  private final EventLoop loop;
  private final byte[] request;
  private final int answerBytes;
  private final List<Cycle> cycles = new ArrayList<>();
  private final Histogram latencies = emptyLatencies();
  private final CountDownLatch begun = new CountDownLatch(1);

  // Since the start.
  private long answered;
  private String trouble;
  private boolean broken;
  private boolean stopped;

  // Since the measurement began.
  private long beginNanos;
  private long answeredBefore;
  private long failed;
  private long unknown;

  LoadLoop(EventLoop loop, byte[] request, int answerBytes) {
    this.loop = loop;
    this.request = request;
    this.answerBytes = answerBytes;
  }

  static Histogram emptyLatencies() {
    return new Histogram(LATENCY_NANOS_MIN, LATENCY_NANOS_MAX, DIGITS);
  }

  /** Before the start, on any thread. */
  void add(SynodClient client, int outstanding) {
    for (int index = 0; index < outstanding; index++) {
      cycles.add(new Cycle(this, client));
    }
  }

  EventLoop eventLoop() {
    return loop;
  }

  void start() {
    cycles.forEach(Cycle::run);
  }

  /** No request is sent any more. */
  void stop() {
    stopped = true;
  }

  byte[] request() {
    return request;
  }

  /** Requests answered since the start. */
  long answeredInAll() {
    return answered;
  }

  /** What went wrong first, null if nothing did. */
  String trouble() {
    return trouble;
  }

  /** Whether what was answered is not what was asked for. */
  boolean isBroken() {
    return broken;
  }

  /** Waits until a first request has ended, however it did. Any other thread. */
  boolean awaitBegun(Duration patience) throws InterruptedException {
    return begun.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** What was counted so far is forgotten. */
  void begin() {
    beginNanos = System.nanoTime();
    answeredBefore = answered;
    failed = 0;
    unknown = 0;
    latencies.reset();
  }

  /** What was counted since the begin. */
  LoadResult result() {
    long nanos = System.nanoTime() - beginNanos;
    return new LoadResult(nanos, answered - answeredBefore, failed, unknown, latencies.copy());
  }

  /** Says whether to send the next request. */
  boolean answered(byte[] answer, long latencyNanos) {
    if (answered++ == 0) {
      begun.countDown();
    }
    latencies.recordValue(Math.min(latencyNanos, LATENCY_NANOS_MAX));
    if (answer.length != answerBytes) {
      trouble = "an answer has %d bytes, not %d".formatted(answer.length, answerBytes);
      broken = true;
      stopped = true;
    }
    return !stopped;
  }

  void failed(Throwable failure, Cycle cycle) {
    if (failure instanceof RequestUnknownException) {
      unknown++;
    } else {
      failed++;
    }
    if (trouble == null) {
      trouble = failure.getMessage();
      begun.countDown();
    }
    if (!stopped) {
      loop.schedule(cycle, RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }
  }
}
