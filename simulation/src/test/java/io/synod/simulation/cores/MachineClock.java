package io.synod.simulation.cores;

import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.SkewedClock;

/**
 * The clocks of one machine. Its steady clock has a rate of its own, and stands still while the
 * machine is suspended. Its wall clock goes right, or stands still too, and may be set back.
 */
final class MachineClock {
  private static final long MILLI = 1_000_000;

  private final Scheduler scheduler;
  private final SkewedClock steady;
  private final boolean wallStops;
  private long suspendedNanos;
  private long setBackNanos;

  MachineClock(Scheduler scheduler, SkewedClock steady, boolean wallStops) {
    this.scheduler = scheduler;
    this.steady = steady;
    this.wallStops = wallStops;
  }

  long nanos() {
    return steady.nanos(scheduler.now() - suspendedNanos);
  }

  /** In whole milliseconds, as a machine shows it. */
  long wallNanos() {
    long passed = scheduler.now() - (wallStops ? suspendedNanos : 0);
    return (passed - setBackNanos) / MILLI * MILLI;
  }

  /** The wall clock is set back by so much. */
  void setBack(long byNanos) {
    setBackNanos += byNanos;
  }

  /** When, in virtual time, the steady clock reaches {@code nanos}. */
  long virtual(long nanos) {
    return steady.virtual(nanos) + suspendedNanos;
  }

  /** The machine was suspended for so long. */
  void suspended(long forNanos) {
    suspendedNanos += forNanos;
  }
}
