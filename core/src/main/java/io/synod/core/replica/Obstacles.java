package io.synod.core.replica;

/**
 * The reasons why this replica must not lead for now. With a full disk, a damaged vote or decisions
 * that it cannot take from others it could not decide anything. A busy garbage collector only makes
 * it slow, so that reason counts while another replica can lead: if no leader sends a heartbeat for
 * {@value #PATIENCES_MAX} election timeouts in a row, this replica tries to become leader too,
 * because a slow leader is better than none.
 */
final class Obstacles {
  static final int PATIENCES_MAX = 4;

  private final Slots slots;
  private final MissedDecisions missed;
  private final DamagedSlots damage;
  private final boolean alone;
  private boolean collectorBusy;

  // Election timeouts in a row without a message of a leader while the collector was busy.
  private int silences;

  /**
   * @param alone whether no other replica could lead
   */
  Obstacles(Slots slots, MissedDecisions missed, DamagedSlots damage, boolean alone) {
    this.slots = slots;
    this.missed = missed;
    this.damage = damage;
    this.alone = alone;
  }

  /** The same in the membership that begins now. */
  Obstacles entering(DamagedSlots damaged, boolean isAlone) {
    Obstacles entered = new Obstacles(slots, missed, damaged, isAlone);
    entered.collectorBusy = collectorBusy;
    return entered;
  }

  /** The first reason; null if it may lead. */
  String first() {
    if (slots.acceptor().isFull()) {
      return "the disk is full";
    }
    if (slots.log().hasDamage()) {
      return "the vote for slot " + slots.log().firstDamaged() + " is damaged";
    }
    if (missed.obstacle() != null) {
      return missed.obstacle();
    }
    return collectorBusy && silences < PATIENCES_MAX && !alone
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

  /**
   * The election timeout of this replica has passed without a message of a leader.
   *
   * @return the first reason why it must not; null if it may
   */
  String onNoLeader() {
    silences = collectorBusy ? Math.min(silences + 1, PATIENCES_MAX) : 0;
    damage.ask();
    return first();
  }
}
