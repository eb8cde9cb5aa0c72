package io.synod.examples.demo;

import java.util.Random;

/**
 * The few keys that clients change at a time. Each is left for a new one before its history grows
 * too long, or too much of it unknown, to be checked quickly. Thread-safe.
 */
final class LiveKeys {
  private static final int LIVE = 4;
  private static final int CALLS_MAX = 300;
  private static final int UNKNOWN_MAX = 4;

  private final int[] keys = new int[LIVE];
  private final int[] calls = new int[LIVE];
  private final int[] unknown = new int[LIVE];
  private int count;

  LiveKeys() {
    for (int place = 0; place < LIVE; place++) {
      renew(place);
    }
  }

  /** A key for one more call. */
  synchronized int next(Random random) {
    int place = random.nextInt(LIVE);
    if (calls[place] == CALLS_MAX) {
      renew(place);
    }
    calls[place]++;
    return keys[place];
  }

  /** The outcome of a change is not known. */
  synchronized void unknown(int key) {
    for (int place = 0; place < LIVE; place++) {
      if (keys[place] == key && ++unknown[place] == UNKNOWN_MAX) {
        renew(place);
      }
    }
  }

  /** Keys so far; they are numbered from 0. */
  synchronized int count() {
    return count;
  }

  private void renew(int place) {
    keys[place] = count++;
    calls[place] = 0;
    unknown[place] = 0;
  }
}
