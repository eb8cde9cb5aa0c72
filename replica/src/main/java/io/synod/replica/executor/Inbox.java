package io.synod.replica.executor;

import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A bounded queue without locks: any thread offers, one thread polls. A producer claims a place by
 * compare-and-set and then fills it, so producers contend only in that instruction.
 */
final class Inbox extends AbstractQueue<Object> {
  // Two cache lines apart, so that producers and the consumer do not slow down each other. What is
  // read for every offer is LIMIT, an older consumer index and the capacity, not CONSUMER itself.
  private static final int PRODUCER = 16;
  private static final int LIMIT = 32;
  private static final int CONSUMER = 48;
  private static final int COUNTERS = 64;

  private final AtomicLongArray counters = new AtomicLongArray(COUNTERS);
  private final AtomicReferenceArray<Object> items;
  private final int mask;

  /**
   * @param itemsMin the bound, which is the next power of two
   */
  Inbox(int itemsMin) {
    int capacity = Integer.highestOneBit(Math.max(itemsMin, 2) - 1) << 1;
    items = new AtomicReferenceArray<>(capacity);
    mask = capacity - 1;
    counters.set(LIMIT, capacity);
  }

  /** Any thread. False if the queue is full. */
  @Override
  public boolean offer(Object item) {
    long index;
    do {
      index = counters.get(PRODUCER);
      if (index >= counters.get(LIMIT)) {
        long limit = counters.get(CONSUMER) + items.length();
        if (index >= limit) {
          return false;
        }
        counters.setRelease(LIMIT, limit);
      }
    } while (!counters.compareAndSet(PRODUCER, index, index + 1));
    items.setRelease((int) index & mask, item);
    return true;
  }

  /** The consumer's thread. Null if the queue is empty. */
  @Override
  public Object poll() {
    long index = counters.getPlain(CONSUMER);
    // Volatile, not only acquiring: not before the store by which the cycle has said that it
    // begins.
    Object item = items.get((int) index & mask);
    if (item == null) {
      if (index == counters.get(PRODUCER)) {
        return null;
      }
      item = claimed(index);
    }
    items.setPlain((int) index & mask, null);
    counters.setRelease(CONSUMER, index + 1);
    return item;
  }

  // A producer has claimed the place and fills it next.
  private Object claimed(long index) {
    Object item = items.get((int) index & mask);
    while (item == null) {
      Thread.onSpinWait();
      item = items.get((int) index & mask);
    }
    return item;
  }

  /** Any thread; may be outdated at once. */
  @Override
  public boolean isEmpty() {
    return counters.get(CONSUMER) == counters.get(PRODUCER);
  }

  /** Any thread; may be outdated at once. */
  @Override
  public int size() {
    long consumed = counters.get(CONSUMER);
    return (int) (counters.get(PRODUCER) - consumed);
  }

  @Override
  public Object peek() {
    throw new UnsupportedOperationException("an inbox is only polled");
  }

  @Override
  public Iterator<Object> iterator() {
    throw new UnsupportedOperationException("an inbox is only polled");
  }
}
