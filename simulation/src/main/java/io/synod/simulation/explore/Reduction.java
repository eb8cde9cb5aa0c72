package io.synod.simulation.explore;

/** Which states are taken for one although they differ. */
enum Reduction {
  /** None. */
  NONE,
  /**
   * Those that differ only in messages that cannot matter any more, see {@link Relevance}, or, when
   * no timer is left, in what only a timer would make use of, see {@link StateHash}.
   */
  IRRELEVANCE
}
