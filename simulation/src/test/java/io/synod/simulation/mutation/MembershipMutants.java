package io.synod.simulation.mutation;

import java.util.List;

/** Members that change. Only one seed of sixteen has them. */
final class MembershipMutants {
  private static final String MEMBERSHIPS = "core.membership.Memberships";
  private static final String PIPELINE = "core.pipeline.Pipeline";
  private static final String DISPATCH = "core.replica.Dispatch";
  private static final String MEMBER = "core.replica.Member";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a standby is compared without the settings of leases",
              "replica.assembly.Assembly",
              "SharedSettings.ofAnyPeers(config)",
              "SharedSettings.ofExecution(config)"),
          new Mutant(
              "a leader opens a slot behind the fence",
              PIPELINE,
              "    fillWindow(Math.min(limit, end), nowNanos, out);",
              "    fillWindow(limit, nowNanos, out);"),
          new Mutant(
              "the window is wider than alpha",
              PIPELINE,
              "    int slots = Math.min(window, instances.length);",
              "    int slots = window;"),
          new Mutant(
              "a leader does not fill the fence",
              PIPELINE,
              "    if (end != Long.MAX_VALUE) {",
              "    if (end < 0) {"),
          new Mutant(
              "a membership begins behind its change",
              MEMBERSHIPS,
              "proposed.beginningAt(slot + current.alpha())",
              "proposed.beginningAt(slot + 1)"),
          new Mutant(
              "a replica takes messages of a later membership",
              DISPATCH,
              List.of(
                  new Mutant.Edit(
                      "    boolean isAhead = messageMembership > membership;",
                      "    boolean isAhead = messageMembership < 0;"),
                  new Mutant.Edit("!isAhead && !rounds.admits(acceptor.promised())", "from < 0"))),
          new Mutant(
              "a membership is entered before the end of the last one is recorded",
              "core.replica.Transitions",
              "    parts.decisions.persistBeforeEntering();\n",
              ""),
          new Mutant(
              "a standby votes",
              "core.replica.NonMember",
              "  final boolean isMember() {\n    return false;",
              "  final boolean isMember() {\n    return role() == Role.STANDBY;"),
          new Mutant(
              "a snapshot forgets its memberships",
              "core.execution.Execution",
              "memberships == null || memberships.areFirst() ? EMPTY : memberships.encoded(),",
              "EMPTY,"),
          new Mutant(
              "a snapshot forgets the next membership",
              MEMBERSHIPS,
              "byte[] then = next == null ? NONE : MembershipFormat.encoded(next);",
              "byte[] then = NONE;"),
          new Mutant(
              "a replica starts in the membership of its file",
              "replica.assembly.Stages",
              "    recovered.begin(execution.memberships());\n",
              ""),
          new Mutant(
              "a restored replica keeps the membership that it was in",
              "core.learner.Learner",
              "    memberships.restored(restored, end);\n",
              ""),
          new Mutant(
              "a removed replica ends before the standbys that know only it have reported",
              "core.replica.Standby",
              "Math.max(settings.standby().lingerNanos(), reports)",
              "settings.standby().lingerNanos()"),
          new Mutant(
              "a standby of an earlier membership is helped by a leader only",
              MEMBER,
              " || message.decided() < memberships.current().first();",
              ";"),
          new Mutant(
              "a replica that was away does not learn that the members have changed",
              DISPATCH,
              "    if (rounds.asks()) {",
              "    if (from < 0) {"),
          new Mutant(
              "a replica that joins anew has decisions that its disk has not",
              "core.replica.RecoveringReplica",
              "        && snapshots.hasUpTo(knownBefore)\n",
              ""));

  private MembershipMutants() {}
}
