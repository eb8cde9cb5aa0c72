package io.synod.replica.stage;

/** Is notified of the slots that the service has executed. Any thread. */
public interface ExecutionListener {

  /** Every slot before {@code end} is executed. */
  void executed(long end);

  /** The state has this digest after the slots before {@code end}. */
  default void digest(long end, long digest) {}

  /**
   * The service has halted.
   *
   * @param slot in which it has thrown
   * @param next the first slot that counts as not executed: as in {@code Event.ServiceHalted}
   */
  default void halted(long slot, long next) {}

  /** The service goes on from a snapshot. */
  void restored();
}
