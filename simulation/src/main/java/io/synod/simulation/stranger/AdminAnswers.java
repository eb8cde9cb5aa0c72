package io.synod.simulation.stranger;

import io.synod.client.ClusterMembers;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.settings.SessionSettings;
import io.synod.simulation.check.Violation;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;

/** What an operator's call returns is so. */
record AdminAnswers(Nodes nodes, World world) {

  /** The leader reports a membership that replicas have entered. */
  void check(ClusterMembers reported) {
    Membership entered = world.checks().membership(reported.number());
    if (entered == null || !isSame(entered, reported)) {
      throw new Violation(
          "an operator is told %s, and replicas have entered %s", reported, entered);
    }
  }

  /** A membership that replicas have entered is as was wanted, and has decided a slot. */
  void checkMade(MembershipRequest wanted, ClusterMembers reported) {
    if (!reported.isSettled() || !isMade(wanted, world.checks().membership(reported.number()))) {
      throw new Violation("an operator is told that %s is made, in %s", wanted, reported);
    }
  }

  /** These limits of sessions hold somewhere, or did. */
  void checkHeld(SessionSettings limits) {
    boolean haveHeld =
        world.checks().hasHeld(limits) || nodes.stream().anyMatch(node -> has(node, limits));
    if (!haveHeld) {
      throw new Violation("an operator is told that %s hold, and they never did", limits);
    }
  }

  private static boolean has(SimulatedNode node, SessionSettings limits) {
    return node.limits() != null && node.limits().settings().equals(limits);
  }

  private static boolean isSame(Membership entered, ClusterMembers reported) {
    if (entered.first() != reported.first()
        || entered.alpha() != reported.alpha()
        || entered.phase1() != reported.phase1()
        || entered.phase2() != reported.phase2()
        || entered.members().size() != reported.members().size()) {
      return false;
    }
    for (MemberEntry member : entered.members()) {
      ClusterMembers.Member other = reported.member(member.number());
      if (other == null
          || other.priority() != member.priority()
          || !other.peerAddress().equals(member.peerAddress())
          || !other.clientAddress().equals(member.clientAddress())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isMade(MembershipRequest wanted, Membership entered) {
    ReplicaSet removed = wanted.remove().without(wanted.add());
    if (!entered.numbers().contains(wanted.add())
        || !entered.numbers().without(removed).equals(entered.numbers())
        || !isMade(wanted.phase1(), entered.phase1())
        || !isMade(wanted.phase2(), entered.phase2())
        || !isMade(wanted.alpha(), entered.alpha())) {
      return false;
    }
    for (MembershipRequest.Priority one : wanted.priorities()) {
      if (entered.member(one.number()).priority() != one.priority()) {
        return false;
      }
    }
    for (MembershipRequest.Move one : wanted.moves()) {
      MemberEntry member = entered.member(one.number());
      if (!member.peerAddress().equals(one.peerAddress())
          || !member.clientAddress().equals(one.clientAddress())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isMade(int wanted, int entered) {
    return wanted == MembershipRequest.UNCHANGED || wanted == entered;
  }
}
