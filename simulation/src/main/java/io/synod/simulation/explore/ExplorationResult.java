package io.synod.simulation.explore;

/**
 * The result of an exploration.
 *
 * @param violation the violation and the shortest path to it, in lines; null if none was found
 */
public record ExplorationResult(
    Bound bound, ExplorationProgress progress, Ending ending, String violation) {

  /** Why it ended. */
  public enum Ending {
    /** Every state within the bound was visited. */
    EXHAUSTED,
    /** Every state of the reached depth was visited, and some of the next depth. */
    OUT_OF_TIME,
    /** As OUT_OF_TIME, because the heap is full. */
    OUT_OF_MEMORY,
    /** A violation was found. */
    VIOLATED
  }
}
