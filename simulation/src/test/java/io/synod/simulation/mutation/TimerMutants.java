package io.synod.simulation.mutation;

import io.synod.simulation.mutation.Mutant.Edit;
import java.util.List;

/** Timers of the service, from the batch that runs them to the snapshot that keeps them. */
final class TimerMutants {
  private static final String EXECUTION = "core.execution.Execution";
  private static final String POSITION = "core.execution.Position";
  private static final String TIMERS = "core.execution.Timers";
  private static final String BATCHER = "core.batcher.Batcher";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a timer runs before its time",
              TIMERS,
              "if (nextMillis() > nowMillis) {",
              "if (nextMillis() > nowMillis + 20) {"),
          new Mutant(
              "timers run in every second slot only",
              EXECUTION,
              "    runTimers();\n    this.batch = batch;",
              "    if (slot % 2 == 0) {\n      runTimers();\n    }\n    this.batch = batch;"),
          new Mutant(
              "timers run behind the requests of their batch",
              EXECUTION,
              List.of(
                  new Edit("    runTimers();\n    this.batch = batch;", "    this.batch = batch;"),
                  new Edit(
                      "    position.sessions.invariants();",
                      "    runTimers();\n    position.sessions.invariants();"))),
          new Mutant(
              "a timer of the past may run in a batch of the same time",
              POSITION,
              "Math.max(atMillis, timeMillis + 1)",
              "atMillis"),
          new Mutant(
              "a restored replica has no timers",
              EXECUTION,
              "    position.timers = set;",
              "    position.timers = new Timers(timersMax);"),
          new Mutant(
              "a restored replica keeps the timers of before",
              EXECUTION,
              "    position.timers = set;",
              "    position.timers = position.timers.size() == 0 ? set : position.timers;"),
          new Mutant(
              "a cancelled timer runs",
              TIMERS,
              "    remove(timer);\n    return true;",
              "    return true;"),
          new Mutant(
              "a timer that is set again keeps its time",
              TIMERS,
              "    if (before != null) {\n      remove(before);\n    }",
              "    if (before != null) {\n      return;\n    }"),
          new Mutant(
              "a leader closes no batch for a timer",
              BATCHER,
              "return view != null && timerMillis != NO_TIMER && closedMillis < timerMillis;",
              "return false;"),
          new Mutant(
              "a leader takes a batch of an earlier time for one that runs the timer",
              BATCHER,
              "closedMillis < timerMillis;",
              "closedMillis < timerMillis - 50;"));

  private TimerMutants() {}
}
