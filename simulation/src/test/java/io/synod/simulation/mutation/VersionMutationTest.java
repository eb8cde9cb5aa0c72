package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Puts errors into what a version does when it meets a later one. */
class VersionMutationTest {

  @Test
  void that_an_unknown_control_sequence_is_passed_over_is_found() throws Exception {
    assertThat(
            found(
                new Mutant(
                    "an unknown control sequence is passed over",
                    "core.execution.ControlEntries",
                    "if (BatchEntry.isUnknown(sequence)) {",
                    "if (sequence < Long.MIN_VALUE) {")))
        .isEqualTo("goes on behind a control sequence that it does not know");
  }

  @Test
  void that_no_common_level_is_accepted_is_found() throws Exception {
    assertThat(
            found(
                new Mutant(
                    "no common level is accepted",
                    "network.wire.Levels",
                    "return level >= lowest() && level >= other.lowest() ? level : 0;",
                    "return level;")))
        .isEqualTo("talks with a version with which it has no level in common");
  }

  @Test
  void without_an_error_nothing_is_found() {
    assertThat(new VersionTrial().get()).isNull();
  }

  private static String found(Mutant mutant) throws ReflectiveOperationException {
    return Trials.run(new MutantLoader(MutantCompiler.compile(mutant)), VersionTrial.class);
  }
}
