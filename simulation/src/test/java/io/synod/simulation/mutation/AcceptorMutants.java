package io.synod.simulation.mutation;

import java.util.List;

/** Promises and votes, and what a candidate makes of them. */
final class AcceptorMutants {
  private static final String ACCEPTOR = "core.acceptor.Acceptor";
  private static final String CANDIDATE = "core.replica.Candidate";
  private static final String TALLY = "core.election.PromiseTally";
  private static final String HIGHEST = "core.election.HighestVotes";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a promise is not persisted",
              ACCEPTOR,
              "      out.persist(new JournalRecord.Promised(view));\n",
              ""),
          new Mutant(
              "a promise is sent before it is durable",
              ACCEPTOR,
              "out.sendWhenDurable(ReplicaSet.of(from), promiseFrom(",
              "out.send(ReplicaSet.of(from), promiseFrom("),
          new Mutant(
              "an earlier view is promised after a later one",
              ACCEPTOR,
              "Incarnations incarnations, Effects out) {\n    if (message.view().isBefore(promised)) {\n",
              "Incarnations incarnations, Effects out) {\n    if (promised == null) {\n"),
          new Mutant(
              "a vote is not persisted",
              ACCEPTOR,
              "      out.persist(new JournalRecord.Voted(view, slot, message.batch()));\n",
              ""),
          new Mutant(
              "a vote is sent before it is durable",
              ACCEPTOR,
              "out.sendWhenDurable(ReplicaSet.of(from), vote);",
              "out.send(ReplicaSet.of(from), vote);"),
          new Mutant(
              "a vote is given below the promise",
              ACCEPTOR,
              "long limit, Effects out) {\n    if (message.view().isBefore(promised)) {\n",
              "long limit, Effects out) {\n    if (promised == null) {\n"),
          new Mutant(
              "a follower votes however far its service lags",
              ACCEPTOR,
              "} else if (slot >= limit) {",
              "} else if (slot < 0) {"),
          new Mutant(
              "an acceptor votes although its disk is full",
              ACCEPTOR,
              "    if (full) {\n",
              "    if (full && message.slot() < 0) {\n"),
          new Mutant(
              "a promise that is sent in parts counts after the first",
              ACCEPTOR,
              "new Promise(message.view(), first, slot, logEnd,",
              "new Promise(message.view(), first, slot, slot,"),
          new Mutant(
              "a candidate has not promised its own view",
              CANDIDATE,
              "    acceptor.promise(view(), step.out());\n",
              ""),
          new Mutant(
              "a candidate asks before its own promise is durable",
              CANDIDATE,
              ".sendWhenDurable(ReplicaSet.of(peer)",
              ".send(ReplicaSet.of(peer)"),
          new Mutant(
              "one promise too few makes a leader",
              CANDIDATE,
              ">= quorums.phase1()",
              ">= quorums.phase1() - 1"),
          new Mutant(
              "of the votes reported in Phase 1 that of the lowest view counts",
              HIGHEST,
              "vote.view().isAfter(known.view())",
              "vote.view().isBefore(known.view())"),
          new Mutant(
              "a candidate ignores the incarnation numbers in a promise",
              TALLY,
              "    know(message.incarnations());\n",
              ""),
          new Mutant(
              "a promise of any incarnation counts",
              TALLY,
              "    known = known.latest(incarnations);\n",
              ""));

  private AcceptorMutants() {}
}
