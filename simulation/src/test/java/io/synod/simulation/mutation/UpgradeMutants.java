package io.synod.simulation.mutation;

import java.util.List;

/** Builds that know different versions of the service. One seed of twelve has them. */
final class UpgradeMutants {
  private static final String CONTROLS = "core.execution.ControlEntries";
  private static final String SNAPSHOT = "core.execution.ExecutionSnapshot";
  private static final String READER = "core.execution.SnapshotReader";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a replica executes with the newest version that it knows",
              "core.execution.Position",
              "    return version.service();",
              "    return Math.max(version.service(), 2);"),
          new Mutant(
              "an unknown version of the service is executed",
              CONTROLS,
              "    if (!known.knows(raised)) {",
              "    if (raised.level() > 1) {"),
          new Mutant(
              "a service executes a first version that it does not know",
              CONTROLS,
              "    if (position.version == ClusterVersion.FIRST && !known.knows(position.version)) {",
              "    if (position.version == null) {"),
          new Mutant(
              "an upgrade lowers the version", CONTROLS, "position.version.raisedTo(to)", "to"),
          new Mutant(
              "a service does not follow an upgrade",
              CONTROLS,
              "    if (isNew) {",
              "    if (isNew && position.version == null) {"),
          new Mutant(
              "a service does not follow the version of the snapshot that it restores",
              "core.execution.Execution",
              "    calls.versionChanged();\n    digest.restore(",
              "    digest.restore("),
          new Mutant(
              "a snapshot lacks the version of the cluster",
              SNAPSHOT,
              "        version.equals(ClusterVersion.FIRST)",
              "        version != null"),
          new Mutant(
              "a snapshot of an unknown version is restored",
              READER,
              "    if (!known.knows(clusterVersion)) {",
              "    if (clusterVersion == null) {"),
          new Mutant(
              "a leader begins a log with slots with its own version",
              "core.replica.Transitions",
              "    if (first == 0 && takeOver.end() == 0 && founds(settings.known())) {",
              "    if (settings.known().newestService() > 1) {"),
          new Mutant(
              "a restarted leader of an empty log begins it with its newest version",
              "core.replica.Transitions",
              "parts.roster.hasFormed() || !knowsFirst",
              "true"),
          new Mutant(
              "an upgrade is finished with an old member",
              "replica.assembly.Builds",
              "      if (levels != null && !levels.known().knows(version)) {",
              "      if (levels != null && version == null) {"));

  private UpgradeMutants() {}
}
