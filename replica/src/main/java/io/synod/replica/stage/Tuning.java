package io.synod.replica.stage;

import io.synod.core.batcher.Batcher;
import io.synod.core.cluster.View;
import io.synod.core.settings.BatchLimits;
import io.synod.core.time.Deadline;
import io.synod.tuning.autopilot.Autopilot;
import io.synod.tuning.autopilot.Decision;
import io.synod.tuning.autopilot.LoadMeter;
import io.synod.tuning.autopilot.Search;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The autopilot beside the batcher of one replica: shows it the load, and sets the limits that it
 * wants. Of the batcher's thread, but for what it publishes.
 */
public final class Tuning {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final String name;
  private final Batcher batcher;
  private final Search search;
  private final LoadMeter meter = new LoadMeter(0);

  // Null if the limits are fixed.
  private final Autopilot autopilot;

  // What the last other leader had chosen; null if there was none since this one led.
  private final AtomicReference<Heard> heard = new AtomicReference<>();

  // Bytes that went to replicas that catch up and that the meter does not know yet.
  private final AtomicLong asideBytes = new AtomicLong();

  // The last one that the log has.
  private Decision logged;

  // Of the batcher.
  private BatchLimits limits;

  // In which this replica leads; null if it does not.
  private View view;

  // In which it led last; null if it never did.
  private View lastLed;
  private volatile State state;

  /**
   * What the autopilot has set and why, for other threads.
   *
   * @param view in which it leads; null if it does not
   * @param limits of the batcher at the moment
   * @param search the chosen limits, and how it came to them; null if the limits are fixed
   * @param earlierSlotNanos slots that might be open, times the time, up to {@code sinceNanos}
   * @param sinceNanos the time from which on the limits are these
   */
  public record State(
      View view, BatchLimits limits, Search.Report search, long earlierSlotNanos, long sinceNanos) {

    /** Slots that might be open, times the time. Only differences say something. */
    public long allowedSlotNanos(long nowNanos) {
      return earlierSlotNanos + limits.window() * (nowNanos - sinceNanos);
    }

    /** The limits that are not on trial. */
    public BatchLimits chosen() {
      return search == null ? limits : search.chosen();
    }

    /**
     * What the leader of {@code view} has chosen; null while it does not know yet with what it
     * begins, and if the limits are fixed.
     */
    BatchLimits chosenIn(View view) {
      return search == null || !view.equals(this.view) ? null : search.chosen();
    }
  }

  private record Heard(View view, BatchLimits limits) {

    /** A leader that was replaced may still believe to lead. */
    Heard later(Heard other) {
      return other.view.compareTo(view) < 0 ? this : other;
    }
  }

  private Tuning(String name, Batcher batcher, BatchLimits limits, Search search) {
    this.name = name;
    this.batcher = batcher;
    this.search = search;
    this.limits = limits;
    state = new State(null, limits, search == null ? null : search.report(), 0, 0);
    autopilot = search == null ? null : new Autopilot(search, meter, this::set);
  }

  /** The limits stay {@code limits}. */
  public static Tuning fixed(Batcher batcher, BatchLimits limits) {
    return new Tuning("", batcher, limits, null);
  }

  /**
   * {@code search} finds the limits.
   *
   * @param name of the replica, in its log
   */
  public static Tuning automatic(String name, Batcher batcher, Search search) {
    return new Tuning(name, batcher, search.chosen(), search);
  }

  /** Any thread. */
  public State state() {
    return state;
  }

  /** {@code bytes} go to a replica that catches up. Any thread. */
  void sentAside(long bytes) {
    if (autopilot != null) {
      asideBytes.addAndGet(bytes);
    }
  }

  /** The leader of {@code of} has chosen {@code limits}. Any thread. */
  void leaderHasChosen(View of, BatchLimits limits) {
    heard.accumulateAndGet(
        new Heard(of, limits), (last, next) -> last == null ? next : last.later(next));
  }

  /** This replica leads {@code led}. */
  void lead(View led, long nowNanos) {
    Heard last = heard.getAndSet(null);
    if (autopilot != null) {
      view = led;
      // A leader of an earlier view may report late: its limits are older than this replica's own.
      if (last != null && (lastLed == null || last.view.compareTo(lastLed) > 0)) {
        search.begin(last.limits);
      }
      lastLed = led;
      autopilot.lead(nowNanos);
      publish(nowNanos);
    }
  }

  void stop() {
    if (autopilot != null) {
      view = null;
      autopilot.stop();
      // The limits stay.
      publish(state.sinceNanos);
    }
  }

  /**
   * A batch is decided.
   *
   * @param decided null if it is of another leadership
   */
  void decided(Batcher.Decided decided, long latencyNanos) {
    if (autopilot != null && decided != null) {
      meter.decided(decided.requests(), decided.bytes(), latencyNanos);
    }
  }

  /** Sets other limits if it is time to. */
  void advance(long nowNanos) {
    if (autopilot != null && autopilot.isDue(nowNanos)) {
      observe(nowNanos);
      meter.sentAside(asideBytes.getAndSet(0));
      autopilot.advance(nowNanos);
      publish(nowNanos);
    }
  }

  /** Somebody tries {@code limits} for a time; without effect if limits are fixed. */
  void tryLimits(BatchLimits limits, long nanos, long nowNanos) {
    if (autopilot != null) {
      autopilot.hold(limits, nowNanos + nanos);
      publish(nowNanos);
    }
  }

  /** What waits in the batcher has changed. */
  void observe(long nowNanos) {
    if (autopilot != null) {
      meter.observe(batcher.pending(), batcher.isWindowFull(), nowNanos);
    }
  }

  long nextWakeUpNanos() {
    return autopilot == null ? Deadline.NEVER : autopilot.nextWakeUpNanos();
  }

  /** The limits may be others from now on. */
  private void publish(long nowNanos) {
    Search.Report report = search.report();
    Decision last = report.lastDecision();
    if (last != null && last != logged) {
      logged = last;
      LOG.info("{}: {}", name, last.text());
    }
    state = new State(view, limits, report, state.allowedSlotNanos(nowNanos), nowNanos);
  }

  private void set(BatchLimits limits) {
    this.limits = limits;
    batcher.limit(limits);
  }
}
