package io.synod.tuning.autopilot;

import io.synod.core.settings.BatchLimits;
import io.synod.core.time.Deadline;
import java.util.function.Consumer;

/**
 * Paces the {@link Search} of a leader: lets the instances of other limits end, measures an
 * interval, and sets the limits that the search wants next. Confined to one thread, which calls
 * {@link #advance} when {@link #nextWakeUpNanos} has passed.
 */
public final class Autopilot {
  private final Search search;
  private final LoadMeter meter;
  private final Consumer<BatchLimits> batcher;
  private BatchLimits set;

  /** Runs: while this replica leads. */
  private final Deadline due = new Deadline();

  private Phase phase = Phase.SETTLING;

  /** What the deadline ends. */
  private enum Phase {
    /** The wait for instances of other limits; an interval begins. */
    SETTLING,
    /** An interval. */
    MEASURING,
    /** The time for which somebody else has chosen the limits. */
    HELD
  }

  /**
   * @param meter of the load, which this restarts
   * @param batcher takes the limits
   */
  public Autopilot(Search search, LoadMeter meter, Consumer<BatchLimits> batcher) {
    this.search = search;
    this.meter = meter;
    this.batcher = batcher;
  }

  /** This replica leads. */
  public void lead(long nowNanos) {
    search.restart();
    set = null;
    settle(nowNanos);
  }

  /**
   * Sets {@code limits}, or the nearest that the search may choose, until that time. Then the
   * search goes on with those that it has chosen. Without effect if this replica does not lead.
   */
  public void hold(BatchLimits limits, long untilNanos) {
    if (due.isSet()) {
      phase = Phase.HELD;
      set(search.nearest(limits));
      due.set(untilNanos);
    }
  }

  /** This replica no longer leads. */
  public void stop() {
    due.clear();
  }

  public long nextWakeUpNanos() {
    return due.atNanos();
  }

  /** Whether {@link #advance} has something to do. */
  public boolean isDue(long nowNanos) {
    return due.hasPassed(nowNanos);
  }

  /** Does what is due. The meter has observed this time. */
  public void advance(long nowNanos) {
    if (!due.hasPassed(nowNanos)) {
      return;
    }
    switch (phase) {
      case SETTLING -> {
        phase = Phase.MEASURING;
        meter.restart(nowNanos);
        due.set(nowNanos + Pace.intervalNanos(search));
      }
      case MEASURING -> {
        search.measured(meter.reading(), nowNanos);
        settle(nowNanos);
      }
      case HELD -> {
        search.resume();
        settle(nowNanos);
      }
    }
  }

  private void settle(long nowNanos) {
    set(search.limits());
    phase = Phase.SETTLING;
    due.set(nowNanos + Pace.settleNanos(search));
  }

  private void set(BatchLimits wanted) {
    if (!wanted.equals(set)) {
      set = wanted;
      batcher.accept(wanted);
    }
  }
}
