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

  // Whether the deadline begins an interval; else it ends one.
  private boolean settling;

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
    if (settling) {
      settling = false;
      meter.restart(nowNanos);
      due.set(nowNanos + Pace.intervalNanos(search));
      return;
    }
    search.measured(meter.reading(), nowNanos);
    settle(nowNanos);
  }

  private void settle(long nowNanos) {
    BatchLimits wanted = search.limits();
    if (!wanted.equals(set)) {
      set = wanted;
      batcher.accept(wanted);
    }
    settling = true;
    due.set(nowNanos + Pace.settleNanos(search));
  }
}
