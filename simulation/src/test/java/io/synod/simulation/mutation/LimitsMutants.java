package io.synod.simulation.mutation;

import java.util.List;

/** Errors of changes of the limits of sessions. */
final class LimitsMutants {
  private static final String LIMITS = "core.session.SessionLimits";
  private static final String TABLE = "core.session.SessionTable";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a change of limits that was made already counts again",
              LIMITS,
              "next.number != number + 1",
              "next.number > number + 1"),
          new Mutant(
              "a change lowers what clients count on",
              LIMITS,
              "next.settings.outstandingMax() < settings.outstandingMax()",
              "next.settings.outstandingMax() < 1"),
          new Mutant(
              "a snapshot lacks the limits of sessions",
              "core.execution.ExecutionSnapshot",
              "limits.number() == 0 ?",
              "limits != null ?"),
          new Mutant(
              "a restored replica has the limits of its file",
              "core.execution.SnapshotReader",
              "limits == null ? SessionLimits.first(first) : limits",
              "SessionLimits.first(first)"),
          new Mutant(
              "a change of limits counts from the next restored snapshot on",
              TABLE,
              "    set(to);\n    open",
              "    limits = to;\n    open"));

  private LimitsMutants() {}
}
