package io.synod.tuning.autopilot;

import io.synod.core.settings.BatchLimits;

/** Limits on trial. Confined to the search's thread. */
final class Candidate {
  final Step step;
  final BatchLimits limits;

  /** Logarithm of how many times the throughput; not a number if it is not known. */
  final double predicted;

  final Trial trial = new Trial();

  /** Their last interval, if it was measured since the chosen limits' one; else null. */
  Reading reading;

  // Whether its trial was interrupted, and the next interval is the chosen limits'.
  private boolean interrupted;

  /**
   * @param step that has led to them
   */
  Candidate(Step step, BatchLimits limits, double predicted) {
    this.step = step;
    this.limits = limits;
    this.predicted = predicted;
  }

  /** Whether the next interval is theirs. */
  boolean isRunning() {
    return reading == null && !interrupted;
  }

  /** Intervals of other limits come between: an interval without its two neighbours is lost. */
  void interrupt() {
    reading = null;
    interrupted = true;
  }

  /** The chosen limits were measured again; says whether it was interrupted. */
  boolean goOn() {
    boolean was = interrupted;
    interrupted = false;
    return was;
  }
}
