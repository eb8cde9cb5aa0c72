package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Puts errors into the autopilot: its searches on random surfaces must suffer from each. */
class TuningMutationTest {
  private static final String SEARCH = "tuning.autopilot.Search";
  private static final String TRIAL = "tuning.autopilot.Trial";
  private static final String NEIGHBOURS = "tuning.autopilot.Neighbours";
  private static final String BOUNDS = "tuning.autopilot.Bounds";
  private static final String REST = "tuning.autopilot.Rest";

  private static List<Mutant> errors() {
    return List.of(
        new Mutant(
            "a smaller throughput counts as a gain",
            SEARCH,
            "gain(throughput, candidate.reading.throughput())",
            "gain(candidate.reading.throughput(), throughput)"),
        new Mutant(
            "a longer time counts as a gain",
            SEARCH,
            "gain(candidateTime, time)",
            "gain(time, candidateTime)"),
        new Mutant(
            "a move goes to the limits that it comes from",
            SEARCH,
            "chosen = decision.to();",
            "chosen = decision.from();"),
        new Mutant(
            "a rejected candidate stays on trial",
            SEARCH,
            "      worse.add(candidate.limits);\n    }\n    candidate = null;\n",
            "      worse.add(candidate.limits);\n    }\n"),
        new Mutant(
            "a candidate is measured again and again",
            SEARCH,
            "return candidate != null && candidate.isRunning() ? candidate.limits : chosen;",
            "return candidate != null ? candidate.limits : chosen;"),
        new Mutant(
            "a disaster is measured as often as anything",
            SEARCH,
            "DISASTER = -0.3",
            "DISASTER = -30"),
        new Mutant(
            "what was clearly worse is tried in each round",
            SEARCH,
            "!limits.equals(chosen) && !worse.contains(limits) &&",
            "!limits.equals(chosen) &&"),
        new Mutant(
            "one pair of intervals is enough, without any hysteresis",
            TRIAL,
            List.of(
                new Mutant.Edit("PAIRS_MIN = 3", "PAIRS_MIN = 1"),
                new Mutant.Edit("SIGMAS = 2.5", "SIGMAS = 0"),
                new Mutant.Edit("THROUGHPUT_GAIN = 0.03", "THROUGHPUT_GAIN = 0"),
                new Mutant.Edit("TIME_GAIN = 0.05", "TIME_GAIN = 0"))),
        new Mutant(
            "only throughput counts",
            TRIAL,
            "time.exceeds(TIME_GAIN) && throughput.keeps(THROUGHPUT_LOSS)",
            "time.exceeds(TIME_GAIN) && throughput.keeps(-1)"),
        new Mutant(
            "the window never grows",
            NEIGHBOURS,
            "return longest / Math.max(1, reading.instanceNanos());",
            "return 1;"),
        new Mutant("the window never shrinks", NEIGHBOURS, "    steps.add(narrower);\n", ""),
        new Mutant(
            "a full window may hold any number of bytes",
            BOUNDS,
            "Math.min(Math.min(most.window(), wanted.window()), windowBytesMax / maxBytes)",
            "Math.min(most.window(), wanted.window())"),
        new Mutant(
            "a change does not end a rest", REST, "changed == CHANGED_READINGS", "changed < 0"),
        new Mutant(
            "each reading ends a rest", REST, "changed == CHANGED_READINGS", "readings > 0"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void every_error_is_found(Mutant mutant) throws ReflectiveOperationException {
    Trials.assertFound(mutant, TuningTrial.class);
  }

  @Test
  void without_an_error_nothing_is_found() {
    assertThat(new TuningTrial().get()).isNull();
  }
}
