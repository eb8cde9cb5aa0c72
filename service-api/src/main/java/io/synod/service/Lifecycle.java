package io.synod.service;

/**
 * A {@link Service} also implements this if it needs calls about its replica. Synod calls all
 * methods but {@link #onStop} on the service thread, one at a time with those of the service.
 */
public interface Lifecycle {

  /**
   * The replica has started. Called once, before any other call but {@link Service#restore} and
   * those about versions. A snapshot may have been restored before, so it must not empty the state.
   * An exception stops this replica.
   */
  default void onStart() {}

  /**
   * The role of the replica has changed. The first call follows {@link #onStart}. Use it for work
   * beside the service, such as sending mails from one replica.
   *
   * <p>The role is informative only: another replica may already lead. Replicas are called at
   * different times, not at the same place in the order. So the state that requests and queries use
   * must not depend on the role. An exception stops this replica.
   */
  default void onRole(Role role) {}

  /**
   * The replica ends or has failed. This is the last call, on the thread that ends the replica:
   * also each {@link Snapshot} was closed before. It is left out if {@link #onStart} was not
   * called. Synod logs an exception.
   */
  default void onStop() {}
}
