package io.synod.client;

import io.synod.core.check.Check;
import java.util.Arrays;

/**
 * The requests that were sent and are not settled, by sequence. Sequences start at 1; those in
 * {@code [first, next)} have a place, which is empty once the request is settled. Deadlines grow
 * with the sequence.
 */
final class RequestRing {
  private final int capacity;
  private final Request[] places;
  private final int mask;

  // Invariant: first <= next <= first + capacity, and the place of first is taken or first == next.
  // No request before undue waits for its deadline.
  private long first = 1;
  private long next = 1;
  private long undue = 1;

  /**
   * @param capacity places, 1 at least
   */
  RequestRing(int capacity) {
    this.capacity = capacity;
    places = new Request[capacity <= 1 ? 1 : Integer.highestOneBit(capacity - 1) << 1];
    mask = places.length - 1;
  }

  /** The first sequence that is not settled; {@link #next()} if all are. */
  long first() {
    return first;
  }

  /** The sequence that the next request gets. */
  long next() {
    return next;
  }

  /** Places from the first unsettled sequence on, empty ones among them. */
  int span() {
    return (int) (next - first);
  }

  boolean isEmpty() {
    return first == next;
  }

  boolean isFull() {
    return span() == capacity;
  }

  /** The request of {@code sequence}, null if it is settled or was never sent. */
  Request at(long sequence) {
    return sequence >= first && sequence < next ? places[(int) sequence & mask] : null;
  }

  /** Gives {@code request} the next sequence and returns it. */
  long append(Request request) {
    Check.that(!isFull(), "sequence %d has no place, %d is not settled", next, first);
    places[(int) next & mask] = request;
    return next++;
  }

  /** Empties the place of {@code sequence} and returns its request, null if it was empty. */
  Request settle(long sequence) {
    Request settled = at(sequence);
    if (settled == null) {
      return null;
    }
    places[(int) sequence & mask] = null;
    while (first < next && places[(int) first & mask] == null) {
      first++;
    }
    return settled;
  }

  /** The next sequence whose deadline has passed, each once; 0 if there is none. */
  long takeOverdue(long now) {
    return nextDeadlineNanos() <= now && undue < next ? undue++ : 0;
  }

  /** When the next deadline passes. */
  long nextDeadlineNanos() {
    undue = Math.max(undue, first);
    while (undue < next && at(undue) == null) {
      undue++;
    }
    return undue == next ? Long.MAX_VALUE : places[(int) undue & mask].deadlineNanos;
  }

  /** Empty again, with sequences from 1 on. */
  void reset() {
    Arrays.fill(places, null);
    first = 1;
    next = 1;
    undue = 1;
  }
}
