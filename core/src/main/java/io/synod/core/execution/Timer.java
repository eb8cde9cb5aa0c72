package io.synod.core.execution;

import java.util.Comparator;

/** A timer of a service, which never changes but for its place. */
final class Timer {
  /** In which timers run. */
  static final Comparator<Timer> ORDER =
      Comparator.<Timer>comparingLong(timer -> timer.atMillis)
          .thenComparingLong(timer -> timer.number);

  final long id;
  final long atMillis;

  // Of those with the same time the one with the smaller number runs first.
  final long number;

  // In the heap of those that are set; of its thread only.
  int place;

  Timer(long id, long atMillis, long number) {
    this.id = id;
    this.atMillis = atMillis;
    this.number = number;
  }
}
