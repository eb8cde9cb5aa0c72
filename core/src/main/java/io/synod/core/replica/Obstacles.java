package io.synod.core.replica;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Quorums;

/**
 * The reasons why this replica must not lead for now. With a full disk, a damaged vote or decisions
 * that it cannot take from others it could not decide anything. With forgotten views it might lead
 * one of them again. A busy garbage collector only makes it slow, and a slow leader is better than
 * none. So that reason counts while another replica can lead: if no leader sends a heartbeat for
 * {@value #PATIENCES_MAX} election timeouts in a row, this replica tries to become leader too.
 */
final class Obstacles {
  static final int PATIENCES_MAX = 4;

  /** The reason that a leader ignores while no other replica can lead. */
  static final String SLOW = "the garbage collector takes most of its time";

  private final Slots slots;
  private final MissedDecisions missed;
  private final DamagedSlots damage;
  private final Roster roster;
  private final ReplicaSettings settings;
  private final boolean alone;

  // Whether it leads a view by its own promise.
  private final boolean electsItself;
  private boolean collectorBusy;

  // Election timeouts in a row without a message of a leader while the collector was busy.
  private int silences;

  Obstacles(
      Slots slots,
      MissedDecisions missed,
      DamagedSlots damage,
      Roster roster,
      ReplicaSettings settings) {
    this.slots = slots;
    this.missed = missed;
    this.damage = damage;
    this.roster = roster;
    this.settings = settings;
    Quorums quorums = settings.quorums();
    alone = quorums.replicas() == 1;
    electsItself = quorums.phase1() == 1 && !alone;
  }

  /** The same in the membership that begins now. */
  Obstacles entering(DamagedSlots damaged, Roster entered, ReplicaSettings then) {
    Obstacles next = new Obstacles(slots, missed, damaged, entered, then);
    next.collectorBusy = collectorBusy;
    return next;
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
    if (hasForgottenViews()) {
      return "it joined again, and may have led views that no other member knows; change the members"
          + " while another replica leads, if only a priority, and it can lead again";
    }
    return collectorBusy && silences < PATIENCES_MAX && !alone ? SLOW : null;
  }

  /**
   * Whether it had to join again in this membership, and may have forgotten views that it has led:
   * no other member need have promised them. It could lead them again, and propose something else.
   * The next membership lists its present incarnation, and asks for no more. A replica that forms a
   * cluster alone and loses its directory before the others have formed it is not noticed.
   */
  private boolean hasForgottenViews() {
    Incarnations known = electsItself ? roster.incarnations() : null;
    if (known == null) {
      return false;
    }
    int self = settings.self();
    long first = Math.max(1, settings.membership().member(self).incarnation().number());
    return known.number(self) > first;
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
