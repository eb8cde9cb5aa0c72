package io.synod.replica.instrumentation;

/**
 * A sum of times in microseconds that one thread adds to in nanoseconds, and any thread reads. In
 * nanoseconds it would overflow within months where many wait at a time.
 */
final class TimeSum {
  private static final long NANOS_PER_MICRO = 1_000;

  private final Count micros = new Count();

  // What is no whole microsecond and not added yet.
  private long nanosLeft;

  void add(long nanos) {
    long all = nanosLeft + nanos;
    micros.add(all / NANOS_PER_MICRO);
    nanosLeft = all % NANOS_PER_MICRO;
  }

  long micros() {
    return micros.sum();
  }
}
