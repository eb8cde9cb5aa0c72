package io.synod.examples.demo;

import io.synod.client.RequestFailedException;
import io.synod.client.SynodClient;
import io.synod.examples.kv.cluster.Value;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps one client busy: of four requests two append to a log, one increments a counter and one
 * reads that counter. Owns its thread, which sends; the client's thread records the answers.
 */
final class Writer {
  private static final int OUTSTANDING = 32;
  private static final int KINDS = 4;

  private final SynodClient client;
  private final Writes writes;
  private final Completions completions;
  private final Verdict verdict;
  private final long betweenNanos;
  private final Semaphore permits = new Semaphore(OUTSTANDING);
  private final Thread thread;
  private volatile boolean running = true;

  /**
   * @param between two requests, at least
   */
  Writer(int id, SynodClient client, Completions completions, Verdict verdict, Duration between) {
    this.client = client;
    this.writes = new Writes(id);
    this.completions = completions;
    this.verdict = verdict;
    this.betweenNanos = between.toNanos();
    this.thread = new Thread(this::run, "writer-" + id);
  }

  Writes writes() {
    return writes;
  }

  void start() {
    thread.start();
  }

  /** Stops sending, and waits for the outcome of all requests; the wait is bounded. */
  void stop() throws InterruptedException {
    running = false;
    thread.join();
    permits.acquire(OUTSTANDING);
  }

  private void run() {
    for (int kind = 0; running; kind = (kind + 1) % KINDS) {
      permits.acquireUninterruptibly();
      switch (kind) {
        case 0 -> increment();
        case 1 -> read();
        default -> append();
      }
      LockSupport.parkNanos(betweenNanos);
    }
  }

  private void append() {
    Ledger ledger = writes.appends();
    int number = ledger.send();
    write(ledger, number, writes.append(number));
  }

  private void increment() {
    Ledger ledger = writes.increments();
    write(ledger, ledger.send(), writes.increment());
  }

  private void write(Ledger ledger, int number, byte[] request) {
    long start = System.nanoTime();
    client
        .send(request)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                ledger.acknowledge(number);
                completions.record(start);
              } else if (failure instanceof RequestFailedException) {
                ledger.refuse(number);
              }
              permits.release();
            });
  }

  /**
   * A read must see all writes acknowledged before it was sent, and no write that was not sent yet.
   */
  private void read() {
    Ledger ledger = writes.increments();
    long least = ledger.acknowledged();
    long start = System.nanoTime();
    client
        .query(writes.readCounter())
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                long value = Value.integer(answer);
                verdict.contradicted(value < least || value > ledger.sent() ? 1 : 0);
                completions.record(start);
              }
              permits.release();
            });
  }
}
