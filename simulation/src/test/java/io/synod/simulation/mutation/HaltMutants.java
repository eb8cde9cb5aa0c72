package io.synod.simulation.mutation;

import io.synod.simulation.mutation.Mutant.Edit;
import java.util.List;

/** A service that halts at a request, and the entry that skips it. */
final class HaltMutants {
  private static final String EXECUTION = "core.execution.Execution";
  private static final String LEARNER = "core.learner.Learner";
  private static final String STAGE = "replica.stage.ServiceStage";
  private static final String BATCHER = "replica.stage.BatcherStage";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a request that is skipped is executed again when it comes again",
              EXECUTION,
              "      session.executed(skipped.sequence(), ReplyStatus.SERVICE_ERROR.code(), answer);\n",
              ""),
          new Mutant(
              "the client of a request that is skipped receives nothing",
              EXECUTION,
              "    out.reply(skipped.session(), skipped.sequence(), ReplyStatus.SERVICE_ERROR, answer);\n",
              ""),
          new Mutant(
              "a replica that has halted does not look at what it receives",
              STAGE,
              "      if (halt != null && item instanceof Delivery delivery) {\n        skipIfNamedIn",
              "      if (false && item instanceof Delivery delivery) {\n        skipIfNamedIn"),
          new Mutant(
              "a replica that halts executes what it holds",
              STAGE,
              "    while (halt == null && !held.isEmpty()) {",
              "    while (!held.isEmpty()) {"),
          new Mutant(
              "a service that has halted has no space for the batch that lets it go on",
              LEARNER,
              "long reserve = goesOn ? 0 : settings.reserveSlots() + uncounted.size();",
              "long reserve = 0;"),
          new Mutant(
              "the slots of a fence count twice while the service has halted",
              LEARNER,
              "memberships.fenceSlots(goesOn ? executed : Math.max(executed, uncountedEnd));",
              "memberships.fenceSlots(executed);"),
          new Mutant(
              "a leader whose service has halted batches requests",
              BATCHER,
              List.of(
                  new Edit(
                      "    if (awaited != null && requests.first() != BatchEntry.SKIP) {",
                      "    if (queueBytes < 0) {"),
                  new Edit("      return entry == null;", "      return true;"))),
          new Mutant(
              "a snapshot does not say that the service has halted",
              EXECUTION,
              "        halt == null ? null : new HaltedBatch(batch, halt.request().index(), halt.exception()),",
              "        null,"),
          new Mutant(
              "a replica forgets at what its restored service has halted",
              STAGE,
              "        if (execution.halt() != null) {\n          halted(execution.halt());\n        }\n",
              ""));

  private HaltMutants() {}
}
