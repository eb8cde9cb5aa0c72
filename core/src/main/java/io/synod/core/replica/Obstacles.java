package io.synod.core.replica;

/**
 * Why this replica must not lead for now. With some of the reasons nobody could decide through it.
 * The garbage collector only makes it slow, so this reason holds as long as another replica can
 * lead: if no leader shows itself for a few patiences, all of which a replica without an obstacle
 * would have used to stand, this one stands too. A slow leader is better than none.
 */
final class Obstacles {
  static final int PATIENCES_MAX = 4;

  private final Replica replica;
  private boolean collectorBusy;

  // How often in a row no leader showed itself in time while the collector was busy.
  private int silences;

  Obstacles(Replica replica) {
    this.replica = replica;
  }

  /** The first reason; null if it may lead. */
  String first() {
    if (replica.acceptor().isFull()) {
      return "the disk is full";
    }
    if (replica.log().hasDamage()) {
      return "the vote for slot " + replica.log().firstDamaged() + " is damaged";
    }
    if (replica.fetch().isActive() || replica.learner().isRestoring()) {
      return "a snapshot is being fetched";
    }
    boolean isAlone = replica.quorums().replicas() == 1;
    return collectorBusy && silences < PATIENCES_MAX && !isAlone
        ? "the garbage collector takes most of its time"
        : null;
  }

  void onCollectorBusy(boolean busy) {
    collectorBusy = busy;
    silences = 0;
  }

  /** Another replica leads. */
  void onLeaderAlive() {
    silences = 0;
  }

  /** It was this replica's time to stand, because no leader has shown itself. */
  void onNoLeader() {
    silences = collectorBusy ? Math.min(silences + 1, PATIENCES_MAX) : 0;
  }
}
