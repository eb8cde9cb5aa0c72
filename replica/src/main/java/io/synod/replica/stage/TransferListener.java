package io.synod.replica.stage;

/** Learns how a transfer of leadership or a change of members that it asked for has ended. */
@FunctionalInterface
public interface TransferListener {

  /**
   * Called once, on a thread of the replica; must not block.
   *
   * @param failure why the other replica does not lead or the members do not change; null if it
   *     does or they will
   */
  void ended(String failure);
}
