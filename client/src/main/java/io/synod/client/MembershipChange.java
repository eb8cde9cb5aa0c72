package io.synod.client;

import io.synod.core.check.Range;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipRequest;
import io.synod.network.transport.HostPort;

/**
 * What to change of the members of a cluster, all in one step. Immutable: each method returns
 * another change. Any thread. A number or an amount that is out of range throws
 * IllegalArgumentException. A replica has a number from 0 to 31.
 *
 * <pre>{@code
 * MembershipChange.NONE.add(3).remove(0).alpha(256)
 * }</pre>
 */
public final class MembershipChange {
  /** Of a quorum: more than half of the members, whatever their number. */
  public static final int MAJORITY = 0;

  /** Changes nothing. */
  public static final MembershipChange NONE = new MembershipChange(MembershipRequest.NONE);

  private final MembershipRequest wanted;

  private MembershipChange(MembershipRequest wanted) {
    this.wanted = wanted;
  }

  /** A standby becomes a member. In one change with {@link #remove} it takes over the number. */
  public MembershipChange add(int replica) {
    return new MembershipChange(wanted.adding(ReplicaSet.of(checked(replica))));
  }

  /** A member is no member any more. */
  public MembershipChange remove(int replica) {
    return new MembershipChange(wanted.removing(ReplicaSet.of(checked(replica))));
  }

  /**
   * A member has other addresses.
   *
   * @param peerAddress where the other replicas connect to it, as {@code host:port}
   * @param clientAddress where clients connect to it, as {@code host:port}
   * @throws IllegalArgumentException if one is not an address, or has more than 300 characters or
   *     others than the visible ones of ASCII
   */
  public MembershipChange move(int replica, String peerAddress, String clientAddress) {
    HostPort.parseReachable(peerAddress);
    HostPort.parseReachable(clientAddress);
    return new MembershipChange(
        wanted.moving(new MembershipRequest.Move(checked(replica), peerAddress, clientAddress)));
  }

  /**
   * A member has another priority: {@code replica.N.priority}.
   *
   * @param priority 0 to 255
   */
  public MembershipChange priority(int replica, int priority) {
    if (priority < 0 || priority > 255) {
      throw new IllegalArgumentException("a priority is 0 to 255, not " + priority);
    }
    return new MembershipChange(
        wanted.with(new MembershipRequest.Priority(checked(replica), priority)));
  }

  /**
   * @param quorum promises that make a leader, 1 to 25; {@value #MAJORITY} for a majority
   */
  public MembershipChange phase1(int quorum) {
    Range.within(MAJORITY, Quorums.REPLICAS_MAX, quorum, "replicas of a Phase 1 quorum");
    return new MembershipChange(wanted.withQuorums(quorum, wanted.phase2()));
  }

  /**
   * @param quorum votes that decide a slot, 1 to 25; {@value #MAJORITY} for a majority
   */
  public MembershipChange phase2(int quorum) {
    Range.within(MAJORITY, Quorums.REPLICAS_MAX, quorum, "replicas of a Phase 2 quorum");
    return new MembershipChange(wanted.withQuorums(wanted.phase1(), quorum));
  }

  /**
   * @param slots a later change that is decided in slot s holds from slot {@code s + slots} on; 1
   *     to 10000
   */
  public MembershipChange alpha(int slots) {
    Range.within(1, Membership.ALPHA_MAX, slots, "slots that may be open");
    return new MembershipChange(wanted.withAlpha(slots));
  }

  /** An added replica may have the number of a former member. */
  public MembershipChange reusingNumbers() {
    return new MembershipChange(wanted.reusingNumbers());
  }

  /** The leader only checks the change. */
  public MembershipChange dryRun() {
    return new MembershipChange(wanted.dryRun());
  }

  private static int checked(int replica) {
    if (replica < 0 || replica >= ReplicaSet.NUMBERS) {
      throw new IllegalArgumentException(
          "a replica has a number from 0 to %d, not %d".formatted(ReplicaSet.NUMBERS - 1, replica));
    }
    return replica;
  }

  /** As a leader is asked for it. */
  MembershipRequest request(long number) {
    return wanted.numbered(number);
  }

  /** Whether the leader only checks it. */
  public boolean isDryRun() {
    return wanted.isDryRun();
  }

  /** Whether it changes nothing at all. */
  public boolean isEmpty() {
    MembershipRequest nothing = MembershipRequest.NONE.dryRun().reusingNumbers();
    return wanted.dryRun().reusingNumbers().equals(nothing);
  }

  /** Standbys that become members. */
  ReplicaSet added() {
    return wanted.add();
  }

  /** Members that are to be none. */
  ReplicaSet removed() {
    return wanted.remove();
  }

  /**
   * Whether this change has nothing to change in {@code members}. A standby that takes over the
   * number of a member always changes them, although no list of members shows it.
   */
  public boolean isNeedlessIn(ClusterMembers members) {
    return isMadeIn(members) && !replaces();
  }

  private boolean replaces() {
    return (wanted.add().bits() & wanted.remove().bits()) != 0;
  }

  /** Whether {@code members} are as this change makes them. */
  boolean isMadeIn(ClusterMembers members) {
    for (int replica : wanted.add().numbers()) {
      if (members.member(replica) == null) {
        return false;
      }
    }
    for (int replica : wanted.remove().without(wanted.add()).numbers()) {
      if (members.member(replica) != null) {
        return false;
      }
    }
    return areMoved(members)
        && isAsWanted(wanted.phase1(), members.phase1())
        && isAsWanted(wanted.phase2(), members.phase2())
        && isAsWanted(wanted.alpha(), members.alpha());
  }

  private boolean areMoved(ClusterMembers members) {
    for (MembershipRequest.Move move : wanted.moves()) {
      ClusterMembers.Member member = members.member(move.number());
      if (member == null
          || !member.peerAddress().equals(move.peerAddress())
          || !member.clientAddress().equals(move.clientAddress())) {
        return false;
      }
    }
    for (MembershipRequest.Priority one : wanted.priorities()) {
      ClusterMembers.Member member = members.member(one.number());
      if (member == null || member.priority() != one.priority()) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAsWanted(int wanted, int now) {
    return wanted == MembershipRequest.UNCHANGED || wanted == now;
  }
}
