package io.synod.replica.stage;

import io.synod.core.membership.Membership;

/** Learns which members the cluster has. Called on the protocol thread; must not block. */
public interface MembershipListener {
  /** This replica has entered {@code membership}, as a member or not. */
  default void entered(Membership membership) {}

  /**
   * This replica is not needed any more, and ends.
   *
   * @param reason as a clause
   */
  default void left(String reason) {}
}
