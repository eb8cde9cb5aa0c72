package io.synod.core.membership;

import io.synod.core.check.Range;
import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import java.util.ArrayList;
import java.util.List;

/**
 * A numbered set of members with their addresses and quorums. Number 0 is that of the properties
 * files; each later one is decided in the log, see docs/membership.md. Immutable.
 *
 * @param number 0, 1, 2, … up to {@link View#MEMBERSHIP_MAX}
 * @param first the first slot that these members decide; 0 in a change that is not decided yet
 * @param alpha how many slots after its decision a change of this membership holds, and how many
 *     slots ahead of the last decided one may ever be open; 1 to {@value #ALPHA_MAX}
 * @param members by ascending number, 1 to 25
 * @param phase1 promises that make a leader; 0 for a majority
 * @param phase2 votes that decide a slot; 0 for a majority
 * @param former numbers of replicas that were members before; a new replica does not get one of
 *     them unless the operator insists
 * @param cluster says which cluster it is, so that a restored one does not take over the members of
 *     the one that was backed up
 */
public record Membership(
    long number,
    long first,
    int alpha,
    List<MemberEntry> members,
    int phase1,
    int phase2,
    ReplicaSet former,
    long cluster) {
  public static final int ALPHA_MAX = 10_000;

  /** Of a quorum: more than half of the members, whatever their number. */
  public static final int MAJORITY = 0;

  public Membership {
    Range.within(0, View.MEMBERSHIP_MAX, number, "number of a membership");
    Range.atLeast(0, first, "first slot of a membership");
    Range.within(1, ALPHA_MAX, alpha, "slots that a membership may have open");
    members = List.copyOf(members);
    for (int place = 1; place < members.size(); place++) {
      Range.atLeast(
          members.get(place - 1).number() + 1, members.get(place).number(), "number of a member");
    }
    quorums(members, phase1, phase2);
  }

  /** Number 0 of members whose addresses and incarnations are not known. */
  public static Membership of(Quorums quorums, int alpha) {
    List<MemberEntry> members = new ArrayList<>();
    for (int number : quorums.members().numbers()) {
      members.add(new MemberEntry(number, 0, "", "", 0, Incarnation.UNKNOWN));
    }
    int majority = members.size() / 2 + 1;
    int phase1 = quorums.phase1() == majority ? MAJORITY : quorums.phase1();
    int phase2 = quorums.phase2() == majority ? MAJORITY : quorums.phase2();
    return new Membership(0, 0, alpha, members, phase1, phase2, ReplicaSet.EMPTY, 0);
  }

  private static Quorums quorums(List<MemberEntry> members, int phase1, int phase2) {
    ReplicaSet numbers = ReplicaSet.EMPTY;
    for (MemberEntry member : members) {
      numbers = numbers.with(member.number());
    }
    int majority = numbers.size() / 2 + 1;
    return new Quorums(
        numbers, phase1 == MAJORITY ? majority : phase1, phase2 == MAJORITY ? majority : phase2);
  }

  /** How many of the members must agree in each phase. */
  public Quorums quorums() {
    return quorums(members, phase1, phase2);
  }

  /** The numbers of the members. */
  public ReplicaSet numbers() {
    ReplicaSet numbers = ReplicaSet.EMPTY;
    for (MemberEntry member : members) {
      numbers = numbers.with(member.number());
    }
    return numbers;
  }

  /** The member with this number; null if there is none. */
  public MemberEntry member(int replica) {
    for (MemberEntry member : members) {
      if (member.number() == replica) {
        return member;
      }
    }
    return null;
  }

  /** With which the members enter it. */
  public Incarnations incarnations() {
    Incarnations incarnations = Incarnations.unknown(numbers());
    for (MemberEntry member : members) {
      incarnations = incarnations.with(member.number(), member.incarnation());
    }
    return incarnations;
  }

  /** The same, beginning at {@code slot}. */
  Membership beginningAt(long slot) {
    return new Membership(number, slot, alpha, members, phase1, phase2, former, cluster);
  }
}
