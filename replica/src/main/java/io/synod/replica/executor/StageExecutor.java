package io.synod.replica.lane;

/**
 * A thread that runs stages. Several stages may share one; each runs on one only, so a stage needs
 * no lock.
 */
public interface Lane {

  /** Makes {@code stage} take its turn soon. Any thread. */
  void wake(Stage stage);

  /**
   * What the lane's thread did since its last piece of work is {@code stage}'s: another's follows,
   * within the same turn. On the lane.
   */
  void worked(Stage stage);

  /** Whether the caller runs on this lane. */
  boolean isCurrent();
}
