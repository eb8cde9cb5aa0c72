package io.synod.replica.stage;

import io.synod.core.cluster.View;
import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.core.membership.Memberships;
import io.synod.core.replica.Replica;
import io.synod.core.replica.Role;
import io.synod.network.wire.Leadership;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * The protocol's state for other threads: the leader, and how far the log is decided. The protocol
 * thread writes it after each cycle; any thread reads it.
 */
public final class SharedStatus {
  private final IntFunction<String> clientAddresses;
  private final int self;
  private final Consumer<Leadership> onChange;
  private final Consumer<Membership> onEntered;

  private volatile Leadership leadership = new Leadership(View.NONE, Leadership.UNKNOWN, "");
  private volatile Role role = Role.FOLLOWER;
  private volatile long decided;
  private volatile int openSlots;
  private volatile long incarnationNumber;
  private volatile long snapshotEnd;
  private volatile long firstDamaged = -1;
  private volatile boolean storageFull;
  private volatile int subscribers;
  private volatile String obstacle;

  // Null before the first cycle.
  private volatile Memberships memberships;

  /**
   * @param clientAddresses {@code host:port} of the client port of a replica, by its number
   * @param onChange called on the protocol thread when another replica leads, or none
   * @param onEntered called on the protocol thread when a membership has begun, and at the start if
   *     it is not the one of the properties files
   */
  public SharedStatus(
      IntFunction<String> clientAddresses,
      int self,
      Consumer<Leadership> onChange,
      Consumer<Membership> onEntered) {
    this.clientAddresses = clientAddresses;
    this.self = self;
    this.onChange = onChange;
    this.onEntered = onEntered;
  }

  public Leadership leadership() {
    return leadership;
  }

  /** The number of the leader that this replica follows or is; -1 if it knows none. */
  public int leader() {
    return leadership.leader();
  }

  /** Whether this replica leads, so that requests belong here. */
  public boolean leads() {
    return leadership.leader() == self;
  }

  public Role role() {
    return role;
  }

  public long decided() {
    return decided;
  }

  public int openSlots() {
    return openSlots;
  }

  /** Number of this replica's incarnation; 0 while it is no member. */
  public long incarnationNumber() {
    return incarnationNumber;
  }

  /** Every slot before this one is in the newest snapshot on disk. */
  public long snapshotEnd() {
    return snapshotEnd;
  }

  /** The first slot whose vote the disk has lost; -1 if there is none. */
  public long firstDamaged() {
    return firstDamaged;
  }

  public boolean isStorageFull() {
    return storageFull;
  }

  /** Why this replica must not lead for now; null if it may. */
  public String obstacle() {
    return obstacle;
  }

  /** The members, and the change that is decided; null before the first cycle. */
  public Memberships memberships() {
    return memberships;
  }

  /** Subscribers that follow the log without a vote. */
  public int subscribers() {
    return subscribers;
  }

  /** Slots before {@code end} are decided; published before they are executed. Protocol thread. */
  void decidedUpTo(long end) {
    if (end > decided) {
      decided = end;
    }
  }

  void afterCycle(Replica replica, BatcherStage batcher, long nowNanos) {
    role = replica.currentRole();
    decidedUpTo(replica.decided());
    openSlots = replica.openSlots();
    incarnationNumber = replica.incarnationNumber();
    snapshotEnd = replica.snapshotEnd();
    firstDamaged = replica.firstDamaged();
    storageFull = replica.isStorageFull();
    subscribers = replica.subscribers();
    obstacle = replica.obstacle();
    publish(replica.memberships());
    int leader = replica.leader(nowNanos);
    if (leader != leadership.leader() || !replica.promised().equals(leadership.view())) {
      publish(replica.promised(), leader, batcher);
    }
  }

  private void publish(Memberships now) {
    Memberships before = memberships;
    if (now == before) {
      return;
    }
    memberships = now;
    long last = before == null ? 0 : before.current().number();
    if (now.current().number() != last) {
      onEntered.accept(now.current());
    }
  }

  /** A member that was added stands in no properties file. */
  private String clientAddress(int leader) {
    MemberEntry member = memberships.current().member(leader);
    return member == null || member.clientAddress().isEmpty()
        ? clientAddresses.apply(leader)
        : member.clientAddress();
  }

  private void publish(View view, int leader, BatcherStage batcher) {
    String address = leader == Leadership.UNKNOWN ? "" : clientAddress(leader);
    boolean led = leads();
    if (led) {
      batcher.stopLeading();
    }
    if (leader == self) {
      // Before clients learn the leader: the batcher leads by the time the first request comes.
      batcher.lead(view);
    }
    leadership = new Leadership(view, leader, address);
    onChange.accept(leadership);
  }
}
