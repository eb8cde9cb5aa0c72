package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Puts errors into the source that the exploration must find: those whose schedules are too
 * unlikely to be drawn, and some that the simulation finds too.
 */
class ExploredMutationTest {
  private static final Map<String, String> OVERTAKEN =
      Map.of("start", "overtaken", "requests", "0", "crashes", "0");
  private static final Map<String, String> SUPERSEDED =
      Map.of("start", "superseded", "requests", "1", "crashes", "0");
  private static final Map<String, String> SMALL = Map.of("bound", "small");

  @TestFactory
  Stream<DynamicTest> every_error_is_found() {
    return Stream.of(
        found(
            new Mutant(
                "a leader that learns of another decision leads on",
                "core.replica.Leader",
                "if (pipeline.proposesOtherwise(slot)) {",
                "if (slot < 0) {",
                0),
            OVERTAKEN),
        found(
            new Mutant(
                "a slot that is decided otherwise is voted for",
                "core.acceptor.Acceptor",
                "log.isDecided(slot) && !log.batch(slot).equals(message.batch())",
                "slot < 0",
                0),
            OVERTAKEN),
        found(
            new Mutant(
                "votes of other views count",
                "core.pipeline.Pipeline",
                "!votedIn.equals(view) || instance == null",
                "instance == null",
                0),
            SMALL),
        found(
            new Mutant(
                "promises of other views count",
                "core.replica.Candidate",
                "!message.view().equals(view()) || tally.repeats",
                "tally.repeats",
                0),
            SMALL),
        found(
            new Mutant(
                "one vote too few decides",
                "core.pipeline.Pipeline",
                "instance.voters.size() >= quorum ",
                "instance.voters.size() + 1 >= quorum ",
                0),
            SUPERSEDED));
  }

  private static DynamicTest found(Mutant mutant, Map<String, String> limits) {
    return DynamicTest.dynamicTest(
        mutant.error(),
        () -> {
          Map<String, String> all = new TreeMap<>(limits);
          all.put("seconds", "60");
          String violation = explore(mutant, all);
          assertThat(violation).as("what is wrong within %s", limits).isNotNull();
        });
  }

  @SuppressWarnings("unchecked")
  private static String explore(Mutant mutant, Map<String, String> limits)
      throws ReflectiveOperationException {
    Class<?> type =
        new MutantLoader(MutantCompiler.compile(mutant)).loadClass(ExploredTrial.class.getName());
    return ((Function<Map<String, String>, String>) type.getConstructor().newInstance())
        .apply(limits);
  }
}
