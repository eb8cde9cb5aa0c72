package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Puts errors into what survivors of a lost majority know together. */
class SurvivorMutationTest {
  private static final String LOG = "core.recovery.SurvivingLog";
  private static final String RECOVERED = "core.recovery.Recovered";
  private static final String HIGHEST = "core.election.HighestVotes";
  private static final int SEEDS_WITHOUT_ERROR = 5;

  private static List<Mutant> errors() {
    return List.of(
        new Mutant(
            "a slot that none of them knows is stepped over",
            LOG,
            "    while (isKnown(end)) {",
            "    while (votes.from(end).length > 0) {"),
        new Mutant(
            "an earlier vote counts where one of them has lost a later one",
            LOG,
            "vote != null && (vote.decided() || !isOutranked(vote))",
            "vote != null"),
        new Mutant(
            "a vote counts where one of them has lost the decision",
            LOG,
            "view != null && (view.equals(View.NONE) || view.isAfter(vote.view()))",
            "view != null && view.isAfter(vote.view())"),
        new Mutant(
            "an old vote below the decided end of a journal that lacks records is a decision",
            RECOVERED,
            "entry.decided || isWhole && slot < decidedEnd",
            "entry.decided || slot < decidedEnd"),
        new Mutant(
            "a vote counts before a decision",
            HIGHEST,
            "return vote.decided() || vote.view()",
            "return vote.view()"),
        new Mutant(
            "the vote of the lowest view counts",
            HIGHEST,
            "vote.view().isAfter(known.view())",
            "vote.view().isBefore(known.view())"),
        new Mutant(
            "the first vote counts",
            HIGHEST,
            "known == null || !known.decided() && outranks(vote, known)",
            "known == null"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void every_error_is_found(Mutant mutant) throws ReflectiveOperationException {
    Trials.assertFoundBySeed(mutant, SurvivorTrial.class);
  }

  @Test
  void without_an_error_nothing_is_found() {
    for (long seed = 1; seed <= SEEDS_WITHOUT_ERROR; seed++) {
      assertThat(new SurvivorTrial().apply(seed)).as("seed %d", seed).isNull();
    }
  }
}
