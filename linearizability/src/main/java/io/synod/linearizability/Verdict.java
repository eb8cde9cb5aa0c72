package io.synod.linearizability;

import java.util.List;

/**
 * What the check of one history has found.
 *
 * @param outcome whether an order exists, or that the search was given up
 * @param linearized of the longest order found: the operations in it, first to last
 * @param blocking what that order cannot be continued beyond; null if nothing blocks
 */
public record Verdict<I, O>(
    Outcome outcome, List<Operation<I, O>> linearized, Operation<I, O> blocking) {

  /** How a check ends. */
  public enum Outcome {
    LINEARIZABLE,
    VIOLATED,
    /** The search has reached its limit. */
    UNDECIDED
  }

  public boolean isLinearizable() {
    return outcome == Outcome.LINEARIZABLE;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(outcome.toString());
    if (blocking != null) {
      text.append(": after\n");
      for (Operation<I, O> operation : linearized) {
        text.append("    ").append(operation).append('\n');
      }
      text.append("  there is no place for\n    ").append(blocking);
    }
    return text.toString();
  }
}
