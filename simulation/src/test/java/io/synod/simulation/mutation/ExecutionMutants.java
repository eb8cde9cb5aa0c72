package io.synod.simulation.mutation;

import java.util.List;

/** Sessions, and what a snapshot holds. */
final class ExecutionMutants {
  private static final String EXECUTION = "core.execution.Execution";
  private static final String SNAPSHOT = "core.execution.ExecutionSnapshot";
  private static final String READER = "core.execution.SnapshotReader";
  private static final String SESSION = "core.session.Session";
  private static final String TABLE = "core.session.SessionTable";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a repeated request is executed again",
              EXECUTION,
              "if (sequence == session.expected() && sessions.mayExecute(session)) {",
              "if (sequence <= session.expected() && sessions.mayExecute(session)) {"),
          new Mutant(
              "a request is executed before those that are missing",
              EXECUTION,
              "if (sequence == session.expected() && sessions.mayExecute(session)) {",
              "if (sequence >= session.expected() && sessions.mayExecute(session)) {"),
          new Mutant(
              "an answer is dropped before the client has it",
              EXECUTION,
              "session.acknowledge(sequence - BatchEntry.outstanding(bytes, at));",
              "session.acknowledge(sequence);"),
          new Mutant(
              "leader time goes back with another leader's clock",
              EXECUTION,
              "Math.max(position.timeMillis, batch.leaderTimeMillis())",
              "batch.leaderTimeMillis()"),
          new Mutant(
              "sessions expire by a clock of the process",
              EXECUTION,
              """
                public void execute(long slot, Batch batch, Replies out) {
                  checkGoesOn();
              """,
              """
                private long millisHere;

                public void execute(long slot, Batch batch, Replies out) {
                  checkGoesOn();
                  millisHere += 20;
                  position.sessions.expire(position.timeMillis + millisHere);
              """),
          new Mutant(
              "a snapshot forgets the sessions",
              SNAPSHOT,
              "writeSessions(sessions.open(), data);",
              "writeSessions(new CapturedSession[0], data);"),
          new Mutant(
              "a snapshot forgets the answers",
              SESSION,
              "int kept = (int) (expected - acknowledged);",
              "int kept = 0;"),
          new Mutant(
              "a snapshot forgets the leader time",
              EXECUTION,
              "    position.timeMillis = reader.leaderTimeMillis();\n",
              ""),
          new Mutant(
              "after a snapshot requests are executed again",
              READER,
              "session.executed(sequence, status, readAnswer(id, settings.answers().largestBytes()));",
              "readAnswer(id, settings.answers().largestBytes());"),
          new Mutant(
              "a snapshot says that it holds one slot more",
              EXECUTION,
              "halt == null ? executed : position.slot + 1,",
              "(halt == null ? executed : position.slot + 1) + 1,"));

  private ExecutionMutants() {}
}
