package io.synod.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Removes steps from a history that shows a mistake for as long as it still shows one (Zeller and
 * Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002).
 *
 * @param <F> what a run of a history finds
 */
public final class ShortestHistory<F> {
  private static final int RUNS_MAX = 2_000;

  private final Function<List<Step>, F> run;
  private final long deadlineNanos;
  private List<Step> history;
  private F finding;
  private int runs;

  /**
   * @param run null if the history shows no mistake
   * @param nanosMax for all runs together, about
   */
  public ShortestHistory(
      List<Step> history, F finding, Function<List<Step>, F> run, long nanosMax) {
    this.history = history;
    this.finding = finding;
    this.run = run;
    deadlineNanos = System.nanoTime() + nanosMax;
  }

  /** Looks for it; returns this. */
  public ShortestHistory<F> search() {
    int length = Math.max(1, history.size() / 2);
    while (length > 0 && mayGoOn()) {
      boolean any = removeAll(length);
      if (!any || length > history.size()) {
        length /= 2;
      }
    }
    return this;
  }

  /** Tries to remove each run of {@code length} steps; whether one could go. */
  private boolean removeAll(int length) {
    boolean any = false;
    int at = 0;
    while (at < history.size() && mayGoOn()) {
      List<Step> shorter = new ArrayList<>(history.subList(0, at));
      shorter.addAll(history.subList(Math.min(history.size(), at + length), history.size()));
      F still = run.apply(shorter);
      runs++;
      if (still == null) {
        at += length;
      } else {
        history = shorter;
        finding = still;
        any = true;
      }
    }
    return any;
  }

  private boolean mayGoOn() {
    return runs < RUNS_MAX && System.nanoTime() < deadlineNanos;
  }

  public List<Step> history() {
    return history;
  }

  /** What the last run that showed a mistake has found. */
  public F finding() {
    return finding;
  }
}
