package io.synod.replica.lane;

/**
 * A thread that runs stages. Several stages may share one; each runs on one only, so a stage needs
 * no lock.
 */
public interface Lane {

  /** Makes {@code stage} take its turn soon. Any thread. */
  void wake(Stage stage);

  /** Whether the caller runs on this lane. */
  boolean isCurrent();
}
