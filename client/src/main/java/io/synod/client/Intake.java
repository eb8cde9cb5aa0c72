package io.synod.client;

import io.netty.util.concurrent.EventExecutor;
import io.synod.network.transport.Sockets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Passes requests from the sending threads to the event loop: a lock-free stack that the event loop
 * takes as a whole, so that it is woken once for all requests that have come. It also bounds all
 * requests that the client has not settled.
 */
final class Intake {

  /** The result of offering a request. */
  enum Admission {
    /** Taken as the first since the last {@link #takeAll}: the caller must wake the event loop. */
    FIRST,
    /** Taken behind another one, whose sender has woken the event loop. */
    BEHIND,
    FULL,
    CLOSED
  }

  /** What a request costs beside its bytes: itself, its array's header, its places in lists. */
  private static final int REQUEST_BYTES = 128;

  private static final int COUNT_SHIFT = 40;
  private static final long BYTES_MASK = (1L << COUNT_SHIFT) - 1;
  private static final Request CLOSED = Request.update(new byte[0]);

  private final AtomicReference<Request> newest = new AtomicReference<>();

  // One word, so that one atomic addition books both: count << 40 | bytes.
  private final AtomicLong load = new AtomicLong();

  // Completed when there may be space; null while no thread waits for it.
  private final AtomicReference<CompletableFuture<Void>> spaceIsFreed = new AtomicReference<>();

  private final long countMax;
  private final long bytesMax;

  Intake(int countMax, long bytesMax) {
    this.countMax = countMax;
    this.bytesMax = bytesMax;
  }

  /** What {@code request} adds to the load; given back by {@link #release} when it is settled. */
  static long weight(Request request) {
    return 1L << COUNT_SHIFT | request.payload().length + REQUEST_BYTES;
  }

  /** Any thread. Does not block. */
  Admission offer(Request request) {
    long weight = weight(request);
    long loaded = load.addAndGet(weight);
    if (isFull(loaded)) {
      // Another thread may have seen this weight, and wait for it to go.
      release(weight);
      wakeWaiting();
      return newest.get() == CLOSED ? Admission.CLOSED : Admission.FULL;
    }
    while (true) {
      Request head = newest.get();
      if (head == CLOSED) {
        load.addAndGet(-weight);
        return Admission.CLOSED;
      }
      request.next = head;
      if (newest.compareAndSet(head, request)) {
        return head == null ? Admission.FIRST : Admission.BEHIND;
      }
    }
  }

  /**
   * Waits until there is space for {@code request}, or the intake is closed. Another thread may
   * take the space.
   *
   * @param loop not the caller's thread
   */
  void awaitSpace(EventExecutor loop, Request request) throws InterruptedException {
    long weight = weight(request);
    while (mustWait(weight)) {
      CompletableFuture<Void> freed =
          spaceIsFreed.updateAndGet(known -> known == null ? new CompletableFuture<>() : known);
      // What was freed before is seen now.
      if (mustWait(weight)) {
        Sockets.awaitInterruptibly(loop, freed, Long.MAX_VALUE);
      }
    }
  }

  private boolean mustWait(long weight) {
    return isFull(load.get() + weight) && newest.get() != CLOSED;
  }

  /** Whether the client never has space for {@code request}. */
  boolean isTooLarge(Request request) {
    return isFull(weight(request));
  }

  private boolean isFull(long loaded) {
    return loaded >>> COUNT_SHIFT > countMax || (loaded & BYTES_MASK) > bytesMax;
  }

  /** Event loop. All requests since the last call, linked oldest first; null if there are none. */
  Request takeAll() {
    Request head = newest.get();
    return head == null || head == CLOSED ? null : oldestFirst(newest.getAndSet(null));
  }

  /** Event loop. As {@link #takeAll}, and every later offer is answered with CLOSED. */
  Request close() {
    Request head = newest.getAndSet(CLOSED);
    wakeWaiting();
    return head == CLOSED ? null : oldestFirst(head);
  }

  /**
   * Gives back the weight of a request. {@link #wakeWaiting} must follow: once for many requests,
   * so that a thread that waits for space does not wake up for each of them.
   */
  void release(long weight) {
    load.addAndGet(-weight);
  }

  /** Threads that wait for space look for it again. */
  void wakeWaiting() {
    CompletableFuture<Void> freed =
        spaceIsFreed.get() == null ? null : spaceIsFreed.getAndSet(null);
    if (freed != null) {
      freed.complete(null);
    }
  }

  /** Requests that are not settled; those of a closed client are. */
  long count() {
    return newest.get() == CLOSED ? 0 : load.get() >>> COUNT_SHIFT;
  }

  private static Request oldestFirst(Request newest) {
    Request oldest = null;
    Request at = newest;
    while (at != null) {
      Request before = at.next;
      at.next = oldest;
      oldest = at;
      at = before;
    }
    return oldest;
  }
}
