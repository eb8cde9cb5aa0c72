package io.synod.simulation.mutation;

import java.util.List;

/** What leaders propose, count, report and answer. */
final class LeaderMutants {
  private static final String PIPELINE = "core.pipeline.Pipeline";
  private static final String LEADER = "core.replica.Leader";
  private static final String REPLICA = "core.replica.Replica";
  private static final String HEARTBEATS = "core.election.Heartbeats";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "one vote too few decides",
              PIPELINE,
              "instance.voters.size() >= quorum ?",
              "instance.voters.size() >= quorum - 1 ?"),
          new Mutant(
              "a vote that comes twice counts twice",
              PIPELINE,
              "instance.voters = instance.voters.with(voters);",
              """
              instance.voters =
                  instance.voters.equals(instance.voters.with(voters))
                      ? ReplicaSet.all(instance.voters.size() + 1)
                      : instance.voters.with(voters);"""),
          new Mutant(
              "what Phase 1 found is proposed one slot too low",
              "core.replica.Transitions",
              "tally.votes(first))",
              "tally.votes(first + 1))"),
          new Mutant(
              "the last slot that Phase 1 found is used anew",
              PIPELINE,
              "} else if (firstFree < takeOver.end()) {",
              "} else if (firstFree < takeOver.end() - 1) {"),
          new Mutant(
              "a decided slot is proposed anew",
              PIPELINE,
              "if (log.isDecided(firstFree)) {\n        firstFree++;\n      } else if (firstFree < takeOver",
              "if (firstFree < 0) {\n        firstFree++;\n      } else if (firstFree < takeOver"),
          new Mutant(
              "the window is overrun by one",
              PIPELINE,
              "Math.min(log.decided() + slots, limit)",
              "Math.min(log.decided() + slots + 1, limit)"),
          new Mutant(
              "a lost Accept is never sent again",
              PIPELINE,
              "    dissemination.resend(accept(instance), instance.voters, nowNanos, out);\n",
              ""),
          new Mutant(
              "a leader that has promised a later view leads on",
              REPLICA,
              "if (view != null && promised().isAfter(view)) {",
              "if (view != null && !role.leads() && promised().isAfter(view)) {"),
          new Mutant(
              "a leader without answers of a quorum leads on",
              HEARTBEATS,
              "return answering(members, nowNanos) >= quorums.phase2();",
              "return answering(members, nowNanos) >= 0;"),
          new Mutant(
              "a leader's heartbeat does not wait for its promise",
              LEADER,
              "    step.out().sendHeartbeat(everyone, heartbeat(round));",
              "    step.out().send(everyone, heartbeat(round));"),
          new Mutant(
              "a read is served without a round",
              LEADER,
              "reads.add(ticket, heartbeats.round() + 1, mustSee());",
              "reads.add(ticket, heartbeats.confirmedRound(), mustSee());"),
          new Mutant(
              "a round counts when one replica has answered it",
              HEARTBEATS,
              "members.reachedBy(quorums.blocking(), ackedRound)",
              "members.reachedBy(1, ackedRound)"),
          new Mutant(
              "a new leader's reads do not wait for what it took over",
              LEADER,
              "Math.max(slots.log().decided(), takeOverEnd)",
              "slots.log().decided()"),
          new Mutant(
              "a range of votes counts for one slot too many",
              LEADER,
              "Math.min(message.end(), pipeline.end())",
              "Math.min(message.end() + 1, pipeline.end())"),
          new Mutant(
              "a leader whose disk is full leads on",
              REPLICA,
              "if (obstacle != null) {",
              "if (obstacle != null && !(role.leads() && isStorageFull())) {"));

  private LeaderMutants() {}
}
