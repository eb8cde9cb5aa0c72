package io.synod.simulation.explore;

/**
 * How an exploration has ended.
 *
 * @param violation what is wrong and the shortest way there, in lines; null if nothing was found
 */
public record ExplorationResult(
    Bound bound, ExplorationProgress progress, Ending ending, String violation) {

  /** Why it has ended. */
  public enum Ending {
    /** Every state within the bound was visited. */
    EXHAUSTED,
    /** Every state of the depth that was reached was visited, and some of the next. */
    OUT_OF_TIME,
    /** The same, for the heap is full. */
    OUT_OF_MEMORY,
    /** Something is wrong. */
    VIOLATED
  }
}
