package io.synod.simulation.mutation;

import java.util.List;

/** What replicas take for decided, hand to their services, keep and send each other. */
final class LearnerMutants {
  private static final String LEARNER = "core.learner.Learner";
  private static final String LOG = "core.log.Log";
  private static final String CATCH_UPS = "core.catchup.CatchUps";
  private static final String DISPATCH = "core.replica.Dispatch";
  private static final String TRIGGER = "core.snapshot.SnapshotTrigger";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a commit decides what was accepted in an earlier view",
              LEARNER,
              "if (!view.equals(log.view(slot))) {",
              "if (log.view(slot) == null) {"),
          new Mutant(
              "a slot is executed before it is decided",
              LEARNER,
              "delivered < log.decided() && delivered < limit()",
              "delivered < log.end() && delivered < limit()"),
          new Mutant(
              "what is only accepted counts as decided behind a decision",
              LOG,
              "isEntryDecided(decided)",
              "ring[index(decided)] != null"),
          new Mutant(
              "slots are executed without those before them",
              LOG,
              "isEntryDecided(decided)",
              "(isEntryDecided(decided) || isEntryDecided(end - 1))"),
          new Mutant(
              "a batch is dropped before it is executed",
              LEARNER,
              "|| log.first() < executed && log.bytes()",
              "|| log.first() < delivered && log.bytes()"),
          new Mutant(
              "a decision that was learnt is not persisted",
              "core.replica.Decisions",
              "      step.out().persist(new JournalRecord.Learnt(slot, batch));\n",
              ""),
          new Mutant(
              "an answer to catch-up holds what is not decided",
              CATCH_UPS,
              "slot < log.decided(); slot++",
              "slot < log.end() && log.batch(slot) != null; slot++"),
          new Mutant(
              "an answer to catch-up counts from a slot that was cut",
              CATCH_UPS,
              "out.send(ReplicaSet.of(to), new Decided(first,",
              "out.send(ReplicaSet.of(to), new Decided(Math.max(0, first - 1),"),
          new Mutant(
              "a peer is served slots of the journal beyond what is decided",
              CATCH_UPS,
              "first, log.first(), messageBytes",
              "first, log.end(), messageBytes"),
          new Mutant(
              "a replica that lags behind all logs never asks for a snapshot",
              "core.replica.MissedDecisions",
              "      catchUps.onCut(from, step.now());\n",
              ""),
          new Mutant(
              "a heartbeat is answered before the promise of its view is durable",
              "core.replica.Member",
              "sendHeartbeat(ReplicaSet.of(message.view().leader()), ack)",
              "send(ReplicaSet.of(message.view().leader()), ack)"),
          new Mutant(
              "a replica without its durable state acts as a member",
              DISPATCH,
              "if (!role.state().isMember()) {\n      // It",
              "if (false) {\n      // It"),
          new Mutant(
              "the journal is cut at the newest snapshot",
              TRIGGER,
              "out.cutJournal(storedEnd);",
              "out.cutJournal(end);"));

  private LearnerMutants() {}
}
