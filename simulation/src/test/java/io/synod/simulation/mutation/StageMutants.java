package io.synod.simulation.mutation;

import java.util.List;

/** What stages, their executors and the journal's stage do between the core and the machine. */
final class StageMutants {
  private static final String JOURNAL_STAGE = "replica.stage.JournalStage";
  private static final String PROTOCOL_STAGE = "replica.stage.ProtocolStage";
  private static final String CORE_EFFECTS = "replica.stage.CoreEffects";
  private static final String WAITING_MESSAGES = "replica.stage.WaitingMessages";
  private static final String STAGE_LOOP = "replica.executor.StageLoop";
  private static final String EVENT_LOOP_EXECUTOR = "replica.executor.EventLoopExecutor";
  private static final String BATCHER_STAGE = "replica.stage.BatcherStage";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "heartbeats pass the promise of their view on the way to the disk",
              "replica.stage.DurabilityGate",
              "return journal.durable() >= promises && !disk",
              "return !disk"),
          new Mutant(
              "votes are reported durable before they are written",
              JOURNAL_STAGE,
              "    if (log.needsCommit() || full) {\n"
                  + "      commit();\n"
                  + "    }\n"
                  + "    publish();\n",
              "    durable += records.size();\n"
                  + "    records.clear();\n"
                  + "    protocol.durable();\n"
                  + "    if (log.needsCommit() || full) {\n"
                  + "      commit();\n"
                  + "    }\n"
                  + "    publish();\n"),
          new Mutant(
              "the last record of a commit is never reported durable",
              JOURNAL_STAGE,
              "records.peek().number() <= end",
              "records.peek().number() < end"),
          new Mutant(
              "a decided end counts as a record that messages wait for",
              JOURNAL_STAGE,
              "      if (!(record instanceof JournalRecord.DecidedUpTo)) {\n"
                  + "        records.add(new Written(number, heapBytes(record)));\n"
                  + "      }\n",
              "      records.add(new Written(number, heapBytes(record)));\n"),
          new Mutant(
              "what was never durable before a new life began is not cut",
              JOURNAL_STAGE,
              "      log.reset();\n" + "      return number;",
              "      return number;"),
          new Mutant(
              "messages do not wait for the disk",
              CORE_EFFECTS,
              "if (gate.isAllDurable()) {\n      send(to, message);",
              "if (true) {\n      send(to, message);"),
          new Mutant(
              "a message leaves one record too early",
              WAITING_MESSAGES,
              "next.records() > durable)",
              "next.records() > durable + 1)"),
          new Mutant(
              "what waited for the disk is never sent",
              CORE_EFFECTS,
              "      send(ready.to(), ready.message());\n",
              ""),
          new Mutant(
              "a replica's messages to itself are lost",
              CORE_EFFECTS,
              "      toSelf.add(new Event.Received(self, message));\n",
              ""),
          new Mutant(
              "the core does not learn what was executed",
              PROTOCOL_STAGE,
              "      step(new Event.Executed(executed, service.restoredMemberships()), nowNanos);\n",
              ""),
          new Mutant(
              "messages that were handled still count as waiting",
              PROTOCOL_STAGE,
              "    inboxBytes.addAndGet(-inbound.bytes());\n" + "    Message",
              "    Message"),
          new Mutant(
              "parts of snapshots that were read are not sent",
              CORE_EFFECTS,
              "    send(ReplicaSet.of(read.to()), read.part());\n",
              ""),
          new Mutant(
              "a thread that parks does not say so, and nobody wakes it",
              STAGE_LOOP,
              "    parked = true;\n",
              ""),
          new Mutant(
              "a wake-up between the last cycle and the park is lost",
              STAGE_LOOP,
              "    if (stage.isWoken()) {\n" + "      return 0;\n" + "    }\n",
              ""),
          new Mutant(
              "a parked thread is not unparked",
              STAGE_LOOP,
              "      parked = false;\n" + "      return true;",
              "      parked = false;\n" + "      return false;"),
          new Mutant(
              "a stage on an event loop has no timer",
              EVENT_LOOP_EXECUTOR,
              "    if (wakeUp < timerNanos) {\n" + "      schedule(wakeUp);\n" + "    }\n",
              ""),
          new Mutant(
              "a stage runs on the thread that wakes it",
              EVENT_LOOP_EXECUTOR,
              "        loop.execute(cycle);\n",
              "        runCycle();\n"),
          new Mutant(
              "a timer of a stage on an event loop fires once only",
              EVENT_LOOP_EXECUTOR,
              "    timerNanos = Deadline.NEVER;\n" + "    timer = null;\n",
              "    timer = null;\n"),
          new Mutant(
              "batched requests still count as waiting",
              BATCHER_STAGE,
              "      admittedBytes.addAndGet(Batch.HEADER_BYTES - batch.length());\n",
              ""),
          new Mutant(
              "the batcher does not learn what was decided",
              BATCHER_STAGE,
              "          batcher.onDecided(decided.view(), decided.latencyNanos()), decided.latencyNanos());\n",
              "          null, decided.latencyNanos());\n"));

  private StageMutants() {}
}
