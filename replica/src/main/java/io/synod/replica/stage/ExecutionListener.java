package io.synod.replica.stage;

/** Hears how far the service has come. Any thread. */
public interface ExecutionListener {

  /** Every slot before {@code end} is executed. */
  void executed(long end);

  /** The service goes on from a snapshot. */
  void restored();
}
