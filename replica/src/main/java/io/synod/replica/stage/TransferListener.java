package io.synod.replica.stage;

/** Learns how a transfer of leadership, or a change of the members, that it asked for has ended. */
@FunctionalInterface
public interface TransferListener {

  /**
   * Called once, on a thread of the replica; must not block.
   *
   * @param failure why it was not done, in words; null if it was
   */
  void ended(String failure);
}
