package io.synod.core.execution;

import io.synod.core.session.LongMap;
import java.util.Arrays;
import java.util.Locale;

/**
 * The timers of a service that are set: a binary heap, by the time at which they are due. Setting,
 * cancelling and running one costs log n. Confined to the service thread; only what {@link
 * #capture} returns may go to another one.
 */
final class Timers {
  /** No timer is due at any time before this one. */
  static final long NEVER = Long.MAX_VALUE;

  private static final int PLACES_MIN = 16;

  private final int most;
  private final LongMap<Timer> byId = new LongMap<>();

  // Invariant: each is due no earlier than the one at half its place, and knows its place.
  private Timer[] heap = new Timer[PLACES_MIN];
  private int size;
  private long numbers;

  /**
   * @param most that may be set at a time
   */
  Timers(int most) {
    this.most = most;
  }

  int size() {
    return size;
  }

  /** When the next one is due; {@link #NEVER} if none is set. */
  long nextMillis() {
    return size == 0 ? NEVER : heap[0].atMillis;
  }

  /**
   * Sets a timer, in place of one of the same id.
   *
   * @throws IllegalStateException if as many timers are set as may be
   */
  void set(long id, long atMillis) {
    Timer before = byId.find(id);
    if (before == null && size == most) {
      // A service may answer with it: the same digits on every replica.
      throw new IllegalStateException(
          String.format(
              Locale.ROOT, "%d timers are set, as many as service.max-timers allows", most));
    }
    if (before != null) {
      remove(before);
    }
    add(new Timer(id, atMillis, numbers++));
  }

  /** Returns whether the timer was set. */
  boolean cancel(long id) {
    Timer timer = byId.find(id);
    if (timer == null) {
      return false;
    }
    remove(timer);
    return true;
  }

  boolean isSet(long id) {
    return byId.find(id) != null;
  }

  /** Takes the first timer that is due at {@code nowMillis}; null if there is none. */
  Timer takeDue(long nowMillis) {
    if (nextMillis() > nowMillis) {
      return null;
    }
    Timer due = heap[0];
    remove(due);
    return due;
  }

  /** Those that are set, in no order, for another thread to read. */
  Timer[] capture() {
    return Arrays.copyOf(heap, size);
  }

  private void add(Timer timer) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    byId.put(timer.id, timer);
    size++;
    rise(timer, size - 1);
  }

  private void remove(Timer timer) {
    byId.remove(timer.id);
    Timer last = heap[--size];
    heap[size] = null;
    if (last != timer) {
      int place = timer.place;
      if (place > 0 && isBefore(last, heap[parent(place)])) {
        rise(last, place);
      } else {
        sink(last, place);
      }
    }
    if (size > PLACES_MIN && size < heap.length / 4) {
      heap = Arrays.copyOf(heap, heap.length / 2);
    }
  }

  private void rise(Timer timer, int from) {
    int place = from;
    while (place > 0 && isBefore(timer, heap[parent(place)])) {
      put(heap[parent(place)], place);
      place = parent(place);
    }
    put(timer, place);
  }

  private void sink(Timer timer, int from) {
    int place = from;
    int child = earlierChild(place);
    while (child < size && isBefore(heap[child], timer)) {
      put(heap[child], place);
      place = child;
      child = earlierChild(place);
    }
    put(timer, place);
  }

  private int earlierChild(int place) {
    int left = 2 * place + 1;
    return left + 1 < size && isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
  }

  private void put(Timer timer, int place) {
    heap[place] = timer;
    timer.place = place;
  }

  private static int parent(int place) {
    return (place - 1) / 2;
  }

  private static boolean isBefore(Timer one, Timer other) {
    return one.atMillis < other.atMillis
        || one.atMillis == other.atMillis && one.number < other.number;
  }
}
