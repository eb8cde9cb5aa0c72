package io.synod.replica.instrumentation;

import java.util.concurrent.atomic.AtomicLong;

/** A sum that one thread adds to without waiting, and any thread reads. */
final class Count {
  private final AtomicLong value = new AtomicLong();

  void add(long more) {
    value.lazySet(value.get() + more);
  }

  long sum() {
    return value.get();
  }
}
