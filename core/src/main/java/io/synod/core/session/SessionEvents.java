package io.synod.core.session;

import java.util.Arrays;

/**
 * The events of one session that its client has not acknowledged. The first event of a session has
 * number 1. Confined to the service thread; the events themselves never change.
 */
final class SessionEvents {
  private static final int PLACES_MIN = 4;

  // Each at the place of its number, modulo the count of places, which is a power of two.
  private SessionEvent[] places = new SessionEvent[PLACES_MIN];
  private long first;
  private long next;
  private long bytes;

  /**
   * @param first number of the next event
   */
  SessionEvents(long first) {
    this.first = first;
    next = first;
  }

  /** Number of the first event that is kept; that of the next one if none is. */
  long first() {
    return first;
  }

  /** Number of the next event. */
  long next() {
    return next;
  }

  /** What those that are kept take, each with {@link SessionEvent#OVERHEAD_BYTES}. */
  long bytes() {
    return bytes;
  }

  SessionEvent at(long number) {
    return places[index(number)];
  }

  void add(SessionEvent event) {
    if (next - first == places.length) {
      SessionEvent[] old = places;
      places = new SessionEvent[2 * old.length];
      for (long number = first; number < next; number++) {
        places[index(number)] = old[(int) number & (old.length - 1)];
      }
    }
    places[index(next)] = event;
    next++;
    bytes += event.keptBytes();
  }

  /** Frees the events up to {@code number}, as far as there are any. */
  void acknowledge(long number) {
    long end = Math.min(number, next - 1);
    for (; first <= end; first++) {
      int index = index(first);
      bytes -= places[index].keptBytes();
      places[index] = null;
    }
    if (first == next && places.length > PLACES_MIN) {
      places = new SessionEvent[PLACES_MIN];
    }
  }

  /** Those that are kept, in order. */
  SessionEvent[] capture() {
    SessionEvent[] kept = new SessionEvent[(int) (next - first)];
    Arrays.setAll(kept, index -> at(first + index));
    return kept;
  }

  private int index(long number) {
    return (int) number & (places.length - 1);
  }
}
