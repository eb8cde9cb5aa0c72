package io.synod.core.membership;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the next membership out of the current one and a request. Says why it cannot be made; who
 * can reach whom, and who is near enough, is for the leader to say.
 */
public final class Changes {
  private final Membership current;
  private final Incarnations known;
  private final Standbys standbys;
  private final long sinceNanos;

  /**
   * A membership that can be decided, or why there is none.
   *
   * @param next null if there is a refusal
   * @param refusal as a sentence for the operator; null if there is a membership
   */
  public record Outcome(Membership next, String refusal) {}

  /**
   * @param known the incarnations of the members that the leader knows
   * @param sinceNanos standbys that have not reported since then are unknown
   */
  public Changes(Membership current, Incarnations known, Standbys standbys, long sinceNanos) {
    this.current = current;
    this.known = known;
    this.standbys = standbys;
    this.sinceNanos = sinceNanos;
  }

  public Outcome apply(MembershipRequest request) {
    String refusal = refusal(request);
    if (refusal != null) {
      return new Outcome(null, refusal);
    }
    try {
      Membership next = next(request);
      String clash = clash(next, request);
      if (clash != null) {
        return new Outcome(null, clash);
      }
      boolean isSame = next.equals(withNumber(current, next));
      return isSame ? new Outcome(null, "nothing would change") : new Outcome(next, null);
    } catch (IllegalArgumentException impossible) {
      return new Outcome(null, impossible.getMessage());
    }
  }

  private static Membership withNumber(Membership current, Membership next) {
    List<MemberEntry> members = new ArrayList<>();
    for (MemberEntry member : current.members()) {
      MemberEntry then = next.member(member.number());
      members.add(then == null ? member : member.as(then.incarnation()));
    }
    return new Membership(
        next.number(),
        0,
        current.alpha(),
        members,
        current.phase1(),
        current.phase2(),
        next.former(),
        current.cluster());
  }

  private String refusal(MembershipRequest request) {
    ReplicaSet members = current.numbers();
    if (request.number() != current.number() + 1) {
      return "membership %d is wanted, but the current one is %d: look at the members and ask again"
          .formatted(request.number(), current.number());
    }
    if (current.number() == View.MEMBERSHIP_MAX) {
      return "the cluster has had all %d memberships".formatted(View.MEMBERSHIP_MAX);
    }
    ReplicaSet missing = request.remove().without(members);
    if (!missing.isEmpty()) {
      return words(missing, "is no member", "are no members");
    }
    ReplicaSet taken =
        new ReplicaSet(request.add().bits() & members.bits()).without(request.remove());
    if (!taken.isEmpty()) {
      return words(taken, "is a member already", "are members already");
    }
    ReplicaSet former = new ReplicaSet(request.add().bits() & current.former().bits());
    if (!former.isEmpty() && !request.mayReuse()) {
      return words(former, "was a member before", "were members before")
          + ": take another number, or say that the number is to be used again (--reuse)";
    }
    String apart = quorumRefusal(request, members.without(request.remove()).with(request.add()));
    return apart == null ? addressRefusal(request, members.without(request.remove())) : apart;
  }

  private int phase1(MembershipRequest request) {
    return request.phase1() == MembershipRequest.UNCHANGED ? current.phase1() : request.phase1();
  }

  private int phase2(MembershipRequest request) {
    return request.phase2() == MembershipRequest.UNCHANGED ? current.phase2() : request.phase2();
  }

  /** Quorums that are set stay as they are when members come. */
  private String quorumRefusal(MembershipRequest request, ReplicaSet members) {
    if (members.isEmpty()) {
      return "no member would be left: add others in the same change";
    }
    int majority = members.size() / 2 + 1;
    int phase1 = phase1(request) == Membership.MAJORITY ? majority : phase1(request);
    int phase2 = phase2(request) == Membership.MAJORITY ? majority : phase2(request);
    int set = Math.max(phase1(request), phase2(request));
    if (set > members.size()) {
      return ("a quorum of %d is more than the %d members that would be left: change the quorums too"
              + " (synod member change --phase1, --phase2)")
          .formatted(set, members.size());
    }
    return phase1 + phase2 > members.size()
        ? null
        : ("quorums of %d (phase 1) and %d (phase 2) could miss each other among %d members: change"
                + " them too (synod member change --phase1, --phase2)")
            .formatted(phase1, phase2, members.size());
  }

  private String addressRefusal(MembershipRequest request, ReplicaSet kept) {
    for (MembershipRequest.Move move : request.moves()) {
      if (!kept.contains(move.number())) {
        return "replica %d cannot move: it is no member or is to be removed"
            .formatted(move.number());
      }
    }
    ReplicaSet known = kept.with(request.add());
    for (MembershipRequest.Priority one : request.priorities()) {
      if (!known.contains(one.number())) {
        return "replica %d gets no priority: it will be no member".formatted(one.number());
      }
    }
    ReplicaSet silent = request.add().without(standbys.numbers(sinceNanos));
    if (!silent.isEmpty()) {
      return noStandby(silent, request.remove());
    }
    ReplicaSet ending = ending(request.add());
    return ending.isEmpty()
        ? null
        : words(ending, "was", "were")
            + " removed and will end without being asked: start it with --join, and ask again";
  }

  private static String noStandby(ReplicaSet silent, ReplicaSet removed) {
    String none = "no standby has reported to the leader as ";
    ReplicaSet replaced = new ReplicaSet(silent.bits() & removed.bits());
    return replaced.isEmpty()
        ? none + words(silent) + ": start it with --join, and look at its log if it runs"
        : none
            + words(replaced)
            + (replaced.size() == 1 ? ", which is a member" : ", which are members")
            + ": one that has lost its machine or directory needs no change of the members, start"
            + " it with an empty directory";
  }

  /** Those that may end before they learn that they are members again. */
  private ReplicaSet ending(ReplicaSet added) {
    ReplicaSet ending = ReplicaSet.EMPTY;
    for (int replica : added.numbers()) {
      boolean stays = standbys.since(replica, sinceNanos).incarnation().isKnown();
      ending = stays ? ending : ending.with(replica);
    }
    return ending;
  }

  private static String words(ReplicaSet replicas, String one, String several) {
    return words(replicas) + " " + (replicas.size() == 1 ? one : several);
  }

  private static String words(ReplicaSet replicas) {
    List<String> numbers = new ArrayList<>();
    for (int replica : replicas.numbers()) {
      numbers.add(String.valueOf(replica));
    }
    return (numbers.size() == 1 ? "replica " : "replicas ") + String.join(", ", numbers);
  }

  /**
   * Why the members that {@code request} adds or moves cannot be where they would be; null if they
   * can. Addresses that are not known are empty.
   */
  private static String clash(Membership next, MembershipRequest request) {
    ReplicaSet placed = request.add();
    for (MembershipRequest.Move move : request.moves()) {
      placed = placed.with(move.number());
    }
    for (int number : placed.numbers()) {
      MemberEntry one = next.member(number);
      if (!one.peerAddress().isEmpty() && one.peerAddress().equals(one.clientAddress())) {
        return "replica %d would have address %s for replicas and for clients: each port needs its own"
            .formatted(number, one.peerAddress());
      }
      for (MemberEntry other : next.members()) {
        List<String> others = List.of(other.peerAddress(), other.clientAddress());
        for (String address : List.of(one.peerAddress(), one.clientAddress())) {
          if (other.number() != number && !address.isEmpty() && others.contains(address)) {
            return "replica %d would have address %s, which is replica %d's: each needs its own"
                .formatted(number, address, other.number());
          }
        }
      }
    }
    return null;
  }

  private Membership next(MembershipRequest request) {
    long number = current.number() + 1;
    ReplicaSet kept = current.numbers().without(request.remove());
    ReplicaSet all = kept.with(request.add());
    List<MemberEntry> members = new ArrayList<>();
    for (int replica : all.numbers()) {
      MemberEntry member =
          kept.contains(replica)
              ? current.member(replica).as(known.of(replica))
              : added(replica, number);
      members.add(changed(member, request));
    }
    ReplicaSet former = current.former().with(request.remove()).without(all);
    return new Membership(
        number,
        0,
        request.alpha() == MembershipRequest.UNCHANGED ? current.alpha() : request.alpha(),
        members,
        phase1(request),
        phase2(request),
        former,
        current.cluster());
  }

  private MemberEntry added(int replica, long number) {
    Standbys.Standby standby = standbys.since(replica, sinceNanos);
    return new MemberEntry(
        replica, number, standby.peerAddress(), standby.clientAddress(), 0, standby.incarnation());
  }

  private static MemberEntry changed(MemberEntry member, MembershipRequest request) {
    MemberEntry changed = member;
    for (MembershipRequest.Move move : request.moves()) {
      if (move.number() == member.number()) {
        changed = changed.at(move.peerAddress(), move.clientAddress());
      }
    }
    for (MembershipRequest.Priority one : request.priorities()) {
      if (one.number() == member.number()) {
        changed = changed.withPriority(one.priority());
      }
    }
    return changed;
  }
}
