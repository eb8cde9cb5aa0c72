package io.synod.simulation.mutation;

import java.util.List;

/** A leader that has another replica lead. */
final class TransferMutants {
  private static final String SUCCESSION = "core.replica.Succession";
  private static final String MOVES = "core.replica.PriorityMoves";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a leader transfers while slots are open",
              SUCCESSION,
              "transfer.isSentKnowing() || pipeline.open() > 0) {",
              "transfer.isSentKnowing()) {"),
          new Mutant(
              "a leader that transfers opens slots",
              "core.pipeline.Pipeline",
              "      } else if (!waiting.isEmpty() && !paused) {",
              "      } else if (!waiting.isEmpty()) {"),
          new Mutant(
              "a leader that has promised the view of its successor leads on",
              "core.replica.Leader",
              "      superseded(slots.acceptor().promised());\n",
              "      lease.renounce();\n"),
          new Mutant(
              "a replica obeys a leader that it does not follow",
              "core.replica.Member",
              "    if (!role.state().follows(message.view(), message.round())) {",
              "    if (message.round() < 0) {"),
          new Mutant(
              "a replica takes over the view of the leader that transfers",
              "core.replica.Transitions",
              "    prepare(highestSeen.next(parts.settings.self()));",
              "    prepare(parts.acceptor.promised());"),
          new Mutant(
              "a leader has a replica of equal priority lead",
              "core.settings.PrioritySettings",
              "      above = of(other) > of(replica) ?",
              "      above = of(other) >= of(replica) && other != replica ?"),
          new Mutant(
              "a leader has one of higher priority lead before it has settled",
              MOVES,
              "    next.set(nowNanos + waitNanos);\n  }\n\n  boolean",
              "    next.set(nowNanos);\n  }\n\n  boolean"));

  private TransferMutants() {}
}
