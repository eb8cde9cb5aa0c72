package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.simulation.HostedTrial;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Puts errors into stages, executors and routes, which only what ships has. */
class HostedMutationTest {
  private static final int SEEDS_MAX = 60;
  private static final String JOURNAL = "replica.stage.JournalStage";
  private static final String PROTOCOL = "replica.stage.ProtocolStage";
  private static final String ROUTES = "replica.stage.ReplyRoutes";
  private static final String LOOP = "replica.executor.StageLoop";
  private static final String EVENT_LOOP = "replica.executor.EventLoopExecutor";

  @TestFactory
  Stream<DynamicTest> every_error_is_found() {
    return Stream.of(
        found(
            "votes are reported durable before they are written",
            JOURNAL,
            "    if (log.needsCommit() || full) {\n      log.commit();\n    }\n    publish();\n",
            "    durable += records.size();\n    records.clear();\n    protocol.durable();\n"
                + "    if (log.needsCommit() || full) {\n      log.commit();\n    }\n    publish();\n"),
        found(
            "the last record of a commit is never reported durable",
            JOURNAL,
            "records.peek().record() <= end",
            "records.peek().record() < end"),
        found(
            "messages do not wait for the disk",
            PROTOCOL,
            "if (journal.durable() >= journal.appended()) {",
            "if (journal.durable() >= 0) {"),
        found(
            "what waited for the disk is never sent",
            PROTOCOL,
            "      wiring.send(ready.to(), ready.message());\n",
            ""),
        found(
            "a thread that parks does not say so, and nobody wakes it",
            LOOP,
            "    parked = true;\n",
            ""),
        found(
            "a wake-up between the last turn and the park is lost",
            LOOP,
            "    if (stage.isWoken()) {\n      return 0;\n    }\n",
            ""),
        found(
            "a stage on an event loop has no timer",
            EVENT_LOOP,
            "    if (wakeUp < timerNanos) {\n      schedule(wakeUp);\n    }\n",
            ""),
        found(
            "a reply is sent to another session's connection",
            ROUTES,
            "if (last == null || lastSession != session) {",
            "if (last == null) {"),
        found(
            "replies that are collected do not leave",
            ROUTES,
            "      outlet.isPending = false;\n      outlet.send();\n",
            "      outlet.isPending = false;\n"));
  }

  private static DynamicTest found(String error, String type, String was, String becomes) {
    Mutant mutant = new Mutant(error, type, was, becomes, SEEDS_MAX);
    return DynamicTest.dynamicTest(error, () -> assertThat(search(mutant)).as(error).isNotNull());
  }

  private static String search(Mutant mutant) {
    LongFunction<?> run = run(mutant);
    for (long seed = 1; seed <= mutant.seedsMax(); seed++) {
      String violation = (String) run.apply(seed);
      if (violation != null) {
        System.out.printf("%s: seed %d, %s%n", mutant.error(), seed, violation);
        return violation;
      }
    }
    return null;
  }

  private static LongFunction<?> run(Mutant mutant) {
    try {
      MutantLoader loader = new MutantLoader(MutantCompiler.compile(mutant));
      return (LongFunction<?>)
          loader.loadClass(HostedTrial.class.getName()).getConstructor().newInstance();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
