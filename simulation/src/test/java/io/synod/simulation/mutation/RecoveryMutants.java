package io.synod.simulation.mutation;

import java.util.List;

/** How a replica comes back, and what the others answer it then. */
final class RecoveryMutants {
  private static final String JOINING = "core.recovery.Joining";
  private static final String RECOVERING = "core.replica.RecoveringReplica";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "survivors of a lost majority step over a slot that none of them knows",
              "core.recovery.SurvivingLog",
              "    while (isKnown(end)) {",
              "    while (votes.from(end).length > 0) {"),
          new Mutant(
              "a replica rejoins as the incarnation that is known",
              JOINING,
              "new Incarnation(known.number(self) + 1, nonce)",
              "new Incarnation(known.number(self), nonce)"),
          new Mutant(
              "a promise holds no incarnations",
              "core.replica.Member",
              "message, roster.incarnations(), step.out())) {",
              "message, Incarnations.unknown(ReplicaSet.all("
                  + "roster.incarnations().end())), step.out())) {"),
          new Mutant(
              "a replica joins before it has fetched what may be decided",
              RECOVERING,
              "        && slots.log().decided() >= Math.max(joining.end(), knownBefore)\n",
              ""),
          new Mutant(
              "a replica joins although nobody leads the highest view",
              JOINING,
              "!isMember(leader) || !leader.leads() || !leader.promised().equals(highest)",
              "!isMember(leader)"),
          new Mutant(
              "one member's answer is enough to join",
              JOINING,
              "  private Outcome findEnd() {\n    if (members() < quorums.joining()) {\n",
              "  private Outcome findEnd() {\n    if (members() < 1) {\n"),
          new Mutant(
              "a replica joins without promising the highest view",
              "core.replica.Transitions",
              "    parts.acceptor.promise(view, out);\n    parts.roster.join(joined);\n",
              "    parts.roster.join(joined);\n"),
          new Mutant(
              "a leader reports to a recovering replica only the slots that it took over",
              "core.replica.Leader",
              "return Math.max(takeOverEnd, pipeline.end());",
              "return takeOverEnd;"),
          new Mutant(
              "a damaged vote is forgotten",
              "core.recovery.Recovered",
              "      lost.put(slot, new Lost(view, place));\n",
              ""),
          new Mutant(
              "a member answers who joins before its note is durable",
              "core.replica.Roster",
              "sendWhenDurable(ReplicaSet.of(peer), reply(to, known));",
              "send(ReplicaSet.of(peer), reply(to, known));"));

  private RecoveryMutants() {}
}
