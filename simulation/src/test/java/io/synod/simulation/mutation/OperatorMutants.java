package io.synod.simulation.mutation;

import java.util.List;

/** What the client tells an operator, and calls that wait. */
final class OperatorMutants {
  private static final String WAIT = "client.AdminWait";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a change of a priority is said to be made",
              "client.MembershipChange",
              "member == null || member.priority() != one.priority()",
              "member == null"),
          new Mutant(
              "a change that may yet be made is said to have changed nothing",
              WAIT,
              "requests > 0",
              "requests > 1"),
          new Mutant(
              "an operator's call goes on after its time",
              WAIT,
              "    if (elapsedNanos() >= timeoutNanos) {\n",
              "    if (timeoutNanos < 0) {\n"),
          new Mutant(
              "an operator waits for a replica that is silent",
              "client.StatusRequest",
              "loop.schedule(this::timeIsUp, timeoutNanos, TimeUnit.NANOSECONDS);",
              "loop.schedule(this::timeIsUp, 1, TimeUnit.DAYS);"),
          new Mutant(
              "an operator waits for a leader when all have answered",
              "client.ClusterLook",
              "if (answered == asked || reports.stream()",
              "if (reports.stream()"),
          new Mutant(
              "limits of sessions are said to hold as soon as they are asked for",
              "client.LimitsRun",
              "if (now.equals(asked)) {",
              "if (asked != null) {"),
          new Mutant(
              "any other leader is said to be the one that was wanted",
              "client.TransferRun",
              "} else if (to == -1 || to == now.replica()) {",
              "} else if (to != before.replica()) {"),
          new Mutant(
              "a call that waits for space in the client is not woken",
              "client.Intake",
              "      freed.complete(null);\n",
              ""));

  private OperatorMutants() {}
}
