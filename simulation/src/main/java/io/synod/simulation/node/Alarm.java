package io.synod.simulation.node;

import io.synod.core.time.Deadline;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.SkewedClock;

/** Wakes a thread of a replica when the replica's own clock has reached its next deadline. */
public final class Alarm {
  private final Scheduler scheduler;
  private final SimulatedProcess process;
  private final SkewedClock clock;
  private final Runnable action;
  private long nextNanos = Deadline.NEVER;
  private long scheduledAt = Long.MAX_VALUE;

  public Alarm(Scheduler scheduler, SimulatedProcess process, SkewedClock clock, Runnable action) {
    this.scheduler = scheduler;
    this.process = process;
    this.clock = clock;
    this.action = action;
  }

  /**
   * @param nextNanos on the replica's clock; {@link Deadline#NEVER} for none
   */
  public void set(long nextNanos) {
    this.nextNanos = nextNanos;
    if (nextNanos == Deadline.NEVER) {
      return;
    }
    long at = Math.max(scheduler.now() + 1, clock.virtual(nextNanos));
    if (at < scheduledAt) {
      scheduledAt = at;
      process.at(at, () -> ring(at));
    }
  }

  private void ring(long at) {
    if (scheduledAt != at) {
      return;
    }
    scheduledAt = Long.MAX_VALUE;
    if (nextNanos != Deadline.NEVER && clock.nanos(scheduler.now()) >= nextNanos) {
      action.run();
    } else {
      set(nextNanos);
    }
  }
}
