package io.synod.chaos.failover;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.client.SynodClient;
import io.synod.examples.kv.command.Operation;

/**
 * Increments a counter of its own, one request at a time, and measures how long an answer takes.
 * The answers show that each request was executed exactly once. Owns its thread.
 */
final class WaitingClient implements AutoCloseable {
  private static final long MILLIS = 1_000_000;

  private final SynodClient client;
  private final byte[] request;
  private final Thread thread;
  private volatile boolean running = true;
  private Exception failure;
  private long answers;
  private long longestNanos;

  WaitingClient(int id, SynodClient client) {
    this.client = client;
    request = Operation.INCR.request(("counter:" + id).getBytes(US_ASCII));
    thread = new Thread(this::run, "waiting-client-" + id);
    thread.start();
  }

  private void run() {
    try {
      while (running) {
        long began = System.nanoTime();
        client.execute(request);
        answered(System.nanoTime() - began);
      }
    } catch (Exception unexpected) {
      failed(unexpected);
    }
  }

  private synchronized void answered(long nanos) {
    answers++;
    longestNanos = Math.max(longestNanos, nanos);
    notifyAll();
  }

  private synchronized void failed(Exception unexpected) {
    failure = unexpected;
    notifyAll();
  }

  /** Forgets how long answers have taken. */
  synchronized void forget() {
    longestNanos = 0;
  }

  /** The number of answers so far. */
  synchronized long answers() {
    return answers;
  }

  /** Waits until it has had this many answers; throws why it receives none any more. */
  synchronized void await(long goal) throws Exception {
    while (answers < goal) {
      if (failure != null) {
        throw failure;
      }
      wait();
    }
  }

  /** What the slowest answer has taken since {@link #forget}. */
  synchronized long longestMillis() {
    return longestNanos / MILLIS;
  }

  /** Ends its last request, and the client. */
  @Override
  public void close() {
    running = false;
    client.close();
  }
}
