package io.synod.examples.process;

import java.time.Duration;

/**
 * Decides when a wait is hopeless: the observed values have not changed for a minute, or change
 * without end. A slow machine is neither. Time is an argument.
 */
final class Stillness {
  static final long STILL_NANOS = Duration.ofMinutes(1).toNanos();
  static final long WAIT_NANOS_MAX = Duration.ofMinutes(10).toNanos();

  private final long begunNanos;
  private Object seen;
  private long changedNanos;

  Stillness(long nowNanos) {
    begunNanos = nowNanos;
    changedNanos = nowNanos;
  }

  /**
   * @param signs all values that change while there is progress; compared by equals
   */
  void observe(Object signs, long nowNanos) {
    if (!signs.equals(seen)) {
      seen = signs;
      changedNanos = nowNanos;
    }
  }

  /** Why waiting longer is hopeless; null while it is not. */
  String verdict(long nowNanos) {
    if (nowNanos - changedNanos >= STILL_NANOS) {
      return "nothing has changed for %d s".formatted(seconds(nowNanos - changedNanos));
    }
    if (nowNanos - begunNanos >= WAIT_NANOS_MAX) {
      return "waited for %d s".formatted(seconds(nowNanos - begunNanos));
    }
    return null;
  }

  private static long seconds(long nanos) {
    return Duration.ofNanos(nanos).toSeconds();
  }
}
