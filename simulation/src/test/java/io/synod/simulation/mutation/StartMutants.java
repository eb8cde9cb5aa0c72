package io.synod.simulation.mutation;

import java.util.List;

/** What a start tells the core of its disk. */
final class StartMutants {
  private static final String REPLICA_STORAGE = "replica.assembly.ReplicaStorage";
  private static final String RESTORED = "replica.assembly.Restored";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a start does not tell the core of damaged votes",
              REPLICA_STORAGE,
              "    recovered.damaged(damage.slot(), damage.view(), place);\n",
              "",
              1000),
          new Mutant(
              "a start does not tell the core of lost records",
              REPLICA_STORAGE,
              "    recovered.incomplete(reason);\n",
              "",
              1000),
          new Mutant(
              "a start does not tell the core that the journal was cut",
              REPLICA_STORAGE,
              "      recovered.cut();\n",
              "",
              2000),
          new Mutant(
              "a damaged snapshot is passed over in silence",
              REPLICA_STORAGE,
              "if (isSnapshotDamaged && isOneOfSeveral) {",
              "if (isSnapshotDamaged && !isOneOfSeveral) {",
              2000),
          new Mutant(
              "a start keeps an empty state and takes it for the snapshot's",
              RESTORED,
              "      execution.restore(content);\n",
              "      content.read();\n",
              200));

  private StartMutants() {}
}
