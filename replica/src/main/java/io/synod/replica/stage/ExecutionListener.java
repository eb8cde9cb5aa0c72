package io.synod.replica.stage;

/** Is notified of the slots that the service has executed. Any thread. */
public interface ExecutionListener {

  /** Every slot before {@code end} is executed. */
  void executed(long end);

  /** The state has this digest after the slots before {@code end}. */
  default void digest(long end, long digest) {}

  /** The service has thrown at a request of {@code slot}, and waits until it is skipped. */
  default void halted(long slot) {}

  /** The service goes on from a snapshot. */
  void restored();
}
