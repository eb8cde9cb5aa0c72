package io.synod.simulation.mutation;

import java.util.List;

/** What a proxy asks, what it receives, and when it serves its reads. */
final class ReadMutants {
  private static final String READS = "core.read.QuorumReads";
  private static final String QUORUMS = "core.cluster.Quorums";
  private static final String ACCEPTOR = "core.acceptor.Acceptor";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a read quorum misses a Phase 2 quorum",
              QUORUMS,
              "    return replicas() - phase2 + 1;",
              "    return Math.max(1, replicas() - phase2);"),
          new Mutant(
              "a proxy takes the smallest end of a read quorum",
              READS,
              "        end = Math.max(end, ends[peer]);",
              "        end = end == 0 ? ends[peer] : Math.min(end, ends[peer]);"),
          new Mutant(
              "a proxy does not wait for the slots that were reported to it",
              READS,
              "waiting.peek().slot <= delivered)",
              "waiting.peek().slot < NEVER)"),
          new Mutant(
              "a bounded read counts its age from the answers",
              READS,
              "      freshNanos = provenNanos;",
              "      freshNanos = nowNanos;"),
          new Mutant(
              "what a round shows counts as seen before it is delivered",
              READS,
              "    if (provenNanos != NEVER && freshEnd <= delivered) {",
              "    if (provenNanos != NEVER) {"),
          new Mutant(
              "an acceptor reports to a proxy only what is decided",
              ACCEPTOR,
              "    return Math.max(end, least);",
              "    return least;"),
          new Mutant(
              "a proxy waits for ever for a round that was lost while nobody waited",
              READS,
              "    if (!waiting.isEmpty() && again.hasPassed(nowNanos) || needed && !isUnderWay()) {",
              """
                  if (waiting.isEmpty()) {
                    again.clear();
                  } else if (again.hasPassed(nowNanos) || needed && !isUnderWay()) {"""),
          new Mutant(
              "a query through the log is answered from what its replica knows, twice",
              "core.execution.Execution",
              "    session.executed(sequence, calls.status().code(), calls.kept());",
              """
                  if (!isQuery) {
                    session.executed(sequence, calls.status().code(), calls.kept());
                  }"""),
          new Mutant(
              "queries are answered as if the service had refused them",
              "core.execution.ServiceCalls",
              "    ReplyStatus result = ReplyStatus.OK;",
              "    ReplyStatus result = ReplyStatus.SERVICE_ERROR;"),
          new Mutant(
              "a replica that leads nothing names the member with the number 0",
              "core.replica.RoundBound",
              "    if (message.leads().hasLeader()) {",
              "    if (message.leads().leader() >= 0) {"));

  private ReadMutants() {}
}
