package io.synod.simulation.client;

import io.synod.core.cluster.View;

/** Where a client believes the leader to be. */
final class LeaderGuess {
  private final int replicas;
  private View view = View.NONE;
  private int replica;

  LeaderGuess(int replicas, int first) {
    this.replicas = replicas;
    this.replica = first;
  }

  int replica() {
    return replica;
  }

  /**
   * A replica names the leader.
   *
   * @param leader -1 if it knows of none
   * @return whether the guess has changed
   */
  boolean told(View view, int leader) {
    if (leader < 0 || leader == replica || view.isBefore(this.view)) {
      return false;
    }
    this.view = view;
    replica = leader;
    return true;
  }

  /** {@code refusing} does not lead. */
  void notAt(int refusing) {
    if (refusing == replica) {
      tryNext();
    }
  }

  /** The replica does not answer. */
  void tryNext() {
    replica = (replica + 1) % replicas;
  }
}
