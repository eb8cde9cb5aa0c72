package io.synod.simulation.explore;

/** Which differing states are merged. */
enum Reduction {
  /** None. */
  NONE,
  /**
   * States that differ only in messages that cannot matter any more, see {@link Relevance}. When no
   * timer is left, also states whose differences only a timer would use, see {@link StateHash}.
   */
  IRRELEVANCE
}
