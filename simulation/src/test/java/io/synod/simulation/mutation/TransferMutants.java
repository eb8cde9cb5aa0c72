package io.synod.simulation.mutation;

import java.util.List;

/** A leader that has another replica lead. */
final class TransferMutants {
  private static final String LEADER = "core.replica.Leader";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a leader whose transfer has failed proposes nothing more",
              LEADER,
              "      pipeline.resume();\n",
              "",
              400),
          new Mutant(
              "a leader transfers while slots are open",
              LEADER,
              "    if (pipeline.open() > 0 || decided < end()) {",
              "    if (decided < 0) {",
              400),
          new Mutant(
              "a leader that transfers opens slots",
              "core.pipeline.Pipeline",
              "      } else if (!waiting.isEmpty() && !paused) {",
              "      } else if (!waiting.isEmpty()) {",
              400),
          new Mutant(
              "a replica obeys a leader that it does not follow",
              "core.replica.Member",
              "    if (!role.state().follows(message.view(), message.round())) {",
              "    if (message.round() < 0) {",
              400),
          new Mutant(
              "a replica takes over the view of the leader that transfers",
              "core.replica.Transitions",
              "    prepare(highestSeen.next(parts.settings.self()));",
              "    prepare(parts.acceptor.promised());",
              400));

  private TransferMutants() {}
}
