package io.synod.service;

/**
 * What a {@link Service} implements too if it wants to hear of its replica. All methods are called
 * on the service thread, one at a time with those of the service.
 */
public interface Lifecycle {

  /**
   * The replica has started: called once, before anything but {@link Service#restore}. Anything
   * that is thrown stops this replica.
   */
  default void onStart() {}

  /**
   * The replica has another role than before, and behind {@link #onStart} its first one. For what
   * goes on beside the service, such as one replica that sends mails. Informative only: a leader
   * may have been replaced before it hears of it, and each replica is called in its own time, not
   * at the same place of the order. So nothing that requests or queries depend on may follow from
   * it. Anything that is thrown stops this replica.
   */
  default void onRole(Role role) {}

  /**
   * The replica ends, or has failed: the last call; on another thread if the service thread has
   * ended. Not called if {@link #onStart} was not. What is thrown is logged.
   */
  default void onStop() {}
}
