package io.synod.core.session;

/**
 * What the answers and events of all sessions of a table take, each with its overhead; and the
 * places of answers.
 */
final class KeptBytes {
  // 768 KiB. Below it sessions keep their places, of which each burst of requests needs as
  // many.
  private static final long SPARE_PLACES = 64 << 10;

  private long total;
  private long places;

  long total() {
    return total;
  }

  void add(long bytes) {
    total += bytes;
  }

  /** So many places more, of any session. */
  void addPlaces(long more) {
    places += more;
  }

  /** Whether sessions give back the places that they do not need. */
  boolean arePlacesScarce() {
    return places > SPARE_PLACES;
  }
}
