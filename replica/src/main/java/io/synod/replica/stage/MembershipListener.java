package io.synod.replica.stage;

import io.synod.core.membership.Membership;

/** Learns which members the cluster has. Called on the protocol thread; must not block. */
public interface MembershipListener {
  /** Learns nothing. */
  MembershipListener NONE =
      new MembershipListener() {
        @Override
        public void entered(Membership membership) {}

        @Override
        public void left(String reason) {}
      };

  /** This replica has entered {@code membership}, as a member or not. */
  void entered(Membership membership);

  /**
   * This replica is not needed any more, and ends.
   *
   * @param reason as a clause
   */
  void left(String reason);
}
