package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Puts errors into the source, one at a time: the simulation must find each. It looks first where
 * the table of docs/mutations.md says that it was found, then in some more seeds.
 *
 * <ul>
 *   <li>{@code -Dsynod.mutations.only=text} takes those whose name or class contains the text;
 *   <li>{@code -Dsynod.mutations.seeds=n} looks for each in up to n seeds;
 *   <li>{@code -Dsynod.mutations.tested=true} takes those of {@link TestedMutants} instead;
 *   <li>{@code -Dsynod.mutations.write=true} writes the table of docs/mutations.md.
 * </ul>
 */
class MutationTest {
  private static final String ONLY = System.getProperty("synod.mutations.only", "");
  private static final boolean TESTED = Boolean.getBoolean("synod.mutations.tested");
  private static final boolean WRITES = Boolean.getBoolean("synod.mutations.write");

  private static final long SEEDS_MIN = 100;
  private static final long SEEDS_MAX = 5_000;
  private static final long BAD_LUCK = 20;

  // Those that find most errors.
  private static final long[] SEEDS_WITHOUT_ERROR = {1, 2, 3, 4, 5, 6, 7};

  @TestFactory
  Stream<DynamicTest> every_error_is_found() {
    Map<Mutant, CompletableFuture<Finding>> findings = new LinkedHashMap<>();
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    for (Mutant mutant : chosen()) {
      findings.put(mutant, CompletableFuture.supplyAsync(() -> search(mutant), threads));
    }
    threads.shutdown();
    List<DynamicTest> tests = new ArrayList<>();
    findings.forEach(
        (mutant, finding) ->
            tests.add(
                DynamicTest.dynamicTest(
                    mutant.error(), () -> assertFound(mutant, finding.join()))));
    for (long seed : SEEDS_WITHOUT_ERROR) {
      tests.add(
          DynamicTest.dynamicTest(
              "without an error nothing is found by seed " + seed, () -> assertNothing(seed)));
    }
    if (WRITES) {
      tests.add(DynamicTest.dynamicTest("the table is written", () -> write(findings)));
    }
    return tests.stream();
  }

  @AfterAll
  static void restore() {
    LiveClasses.restore();
  }

  @Test
  void docs_mutations_lists_every_error() {
    List<String> errors = Mutants.all().stream().map(Mutant::error).toList();
    assertThat(errors).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(25);
    assertThat(MutationTable.errors()).isEqualTo(errors);
  }

  private static List<Mutant> chosen() {
    return (TESTED ? TestedMutants.mutants() : Mutants.all())
        .stream()
            .filter(mutant -> mutant.error().contains(ONLY) || mutant.type().contains(ONLY))
            .toList();
  }

  private static Finding search(Mutant mutant) {
    // The table counts seeds from 1 on; a run that only asks whether it is found need not.
    long likely = WRITES ? 0 : MutationTable.seeds().getOrDefault(mutant.error(), 0L);
    // No more than bad luck asks for, so that a check that finds far less than before is noticed.
    long most = likely == 0 ? SEEDS_MAX : Math.max(SEEDS_MIN, BAD_LUCK * likely);
    return Finding.of(
        mutant, likely, Long.getLong("synod.mutations.seeds", Math.min(SEEDS_MAX, most)));
  }

  private static void assertFound(Mutant mutant, Finding finding) {
    assertThat(finding).as("what finds \"%s\" in %s", mutant.error(), mutant.type()).isNotNull();
  }

  /** After all errors: none of them has left anything behind. */
  private static void assertNothing(long seed) {
    LiveClasses.restore();
    assertThat(new Trial().apply(seed)).isNull();
  }

  private static void write(Map<Mutant, CompletableFuture<Finding>> findings) {
    Map<Mutant, Finding> rows = new LinkedHashMap<>();
    findings.forEach((mutant, finding) -> rows.put(mutant, finding.join()));
    MutationTable.write(rows);
  }
}
