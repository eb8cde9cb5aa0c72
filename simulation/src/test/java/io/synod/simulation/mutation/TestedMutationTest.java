package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.synod.simulation.mutation.TestedMutants.Tested;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Puts the errors of {@link TestedMutants} into the source, one at a time. The test that is named
 * there passes without the error and fails with it.
 */
class TestedMutationTest {

  private static List<Tested> errors() {
    return TestedMutants.ALL;
  }

  @ParameterizedTest
  @MethodSource("errors")
  void every_error_without_a_seed_fails_a_test(Tested error) throws ReflectiveOperationException {
    TestExecutionSummary without = run(error, Map.of());
    assertThat(without.getFailures()).isEmpty();
    assertThat(without.getTestsSucceededCount()).isPositive();
    TestExecutionSummary summary = run(error, MutantCompiler.compile(error.mutant()));
    summary.getFailures().forEach(each -> System.out.println(error + ": " + each.getException()));
    assertThat(summary.getTestsFailedCount()).as("what finds \"%s\"", error).isPositive();
  }

  @Test
  void docs_mutations_lists_every_error() {
    List<String> rows = TestedMutants.ALL.stream().map(TestedMutationTest::row).toList();
    assertThat(rows).doesNotHaveDuplicates();
    assertThat(MutationTable.tested()).isEqualTo(rows);
  }

  private static String row(Tested error) {
    Mutant mutant = error.mutant();
    String test = error.test().replaceAll(".*\\.|#.*", "");
    return "| %s | `%s` | `%s` |".formatted(mutant.error(), mutant.simpleName(), test);
  }

  /**
   * The project's classes and those of the module's tests are loaded anew, the mutated ones too.
   */
  private static TestExecutionSummary run(Tested error, Map<String, byte[]> mutated)
      throws ReflectiveOperationException {
    String test = error.test();
    int name = test.indexOf('#');
    Path tests = Path.of("..", error.mutant().module(), "target", "test-classes");
    Class<?> type =
        new MutantLoader(mutated, tests).loadClass("io.synod." + test.substring(0, name));
    Method method =
        Stream.of(type.getDeclaredMethods())
            .filter(each -> each.getName().equals(test.substring(name + 1)))
            .findFirst()
            .orElseThrow(() -> new NoSuchMethodException(test));
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectMethod(type, method)).build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    return listener.getSummary();
  }
}
