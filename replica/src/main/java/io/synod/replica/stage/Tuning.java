package io.synod.replica.stage;

import io.synod.core.batcher.Batcher;
import io.synod.core.settings.BatchLimits;
import io.synod.core.time.Deadline;
import io.synod.tuning.autopilot.Autopilot;
import io.synod.tuning.autopilot.Decision;
import io.synod.tuning.autopilot.LoadMeter;
import io.synod.tuning.autopilot.Search;
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

  // The last one that the log has.
  private Decision logged;

  private volatile State state;

  /**
   * What the autopilot has set and why, for other threads.
   *
   * @param limits of the batcher at the moment
   * @param search the chosen limits, and how it came to them; null if the limits are fixed
   */
  public record State(BatchLimits limits, Search.Report search) {}

  private Tuning(String name, Batcher batcher, BatchLimits limits, Search search) {
    this.name = name;
    this.batcher = batcher;
    this.search = search;
    state = new State(limits, null);
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

  void lead(long nowNanos) {
    if (autopilot != null) {
      autopilot.lead(nowNanos);
    }
  }

  void stop() {
    if (autopilot != null) {
      autopilot.stop();
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
      autopilot.advance(nowNanos);
      publish();
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

  private void publish() {
    Search.Report report = search.report();
    Decision last = report.lastDecision();
    if (last != null && last != logged) {
      logged = last;
      LOG.info("{}: {}", name, last.text());
    }
    state = new State(search.limits(), report);
  }

  private void set(BatchLimits limits) {
    batcher.limit(limits);
  }
}
