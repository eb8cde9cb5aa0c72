package io.synod.replica.stage;

/** Learns how a transfer of leadership that it asked for has ended. */
@FunctionalInterface
public interface TransferListener {

  /**
   * Called once, on a thread of the replica; must not block.
   *
   * @param failure why the other replica does not lead; null if it does
   */
  void ended(String failure);
}
