package io.synod.simulation.mutation;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Puts errors into reads at the leader, changes of the members and recovery which whole replicas
 * show too rarely: each must be found by cores alone. The last number of each is the first seed
 * that finds it; if that one no longer does, others are tried.
 */
class CoreMutationTest {
  private static final String ADMISSION = "core.replica.Admission";

  private static List<Mutant> changes() {
    return List.of(
        new Mutant(
            "a change is proposed although its members are not heard",
            ADMISSION,
            "    if (fit.size() >= needed) {",
            "    if (fit.size() >= 0) {",
            279),
        new Mutant(
            "a change is proposed before the last one has decided a slot",
            ADMISSION,
            "current.number() > 0 && slots.log().decided() <= current.first()",
            "current.number() < 0",
            6),
        new Mutant(
            "a removed replica ends before the others go on",
            "core.replica.Standby",
            "    boolean isSettled = slots.log().decided() > settings.membership().first();",
            "    boolean isSettled = true;",
            61));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void every_error_in_a_change_is_found(Mutant mutant) throws ReflectiveOperationException {
    Trials.assertFoundBySomeSeed(mutant, ChangeTrial.class);
  }

  private static List<Mutant> changesAndLosses() {
    return List.of(
        new Mutant(
            "a removed replica that ends by itself offers to become a member",
            "core.replica.Standby",
            "removed && standby.lingers() ? Incarnation.UNKNOWN : own,",
            "own,",
            61));
  }

  @ParameterizedTest
  @MethodSource("changesAndLosses")
  void every_error_in_a_change_beside_losses_is_found(Mutant mutant)
      throws ReflectiveOperationException {
    Trials.assertFoundBySomeSeed(mutant, ChangeAndLossTrial.class);
  }

  private static List<Mutant> losses() {
    return List.of(
        new Mutant(
            "a promise still counts although its incarnation turns out to be over",
            "core.election.PromiseTally",
            "if (numbers[replica] > 0 && numbers[replica] < known.number(replica)) {",
            "if (numbers[replica] < 0) {",
            28),
        new Mutant(
            "an answer that its sender has forgotten lets a replica join",
            "core.recovery.Joining",
            "    forgetOver();\n    if (isFetching()) {",
            "    if (isFetching()) {",
            58),
        new Mutant(
            "a promise whose first part was forgotten counts with the rest",
            "core.replica.Candidate",
            "    if (tally.isOfLater(from, message)) {",
            "    if (from < 0) {",
            245));
  }

  @ParameterizedTest
  @MethodSource("losses")
  void every_error_in_what_was_forgotten_is_found(Mutant mutant)
      throws ReflectiveOperationException {
    Trials.assertFoundBySomeSeed(mutant, LossTrial.class);
  }

  @Test
  void an_answer_to_what_was_announced_in_an_earlier_membership_counts()
      throws ReflectiveOperationException {
    Trials.assertFoundBySomeSeed(
        new Mutant(
            "an answer to what was announced in an earlier membership counts",
            "core.replica.Roster",
            "isHere ? asked.incarnation() : new Incarnation(0, nonce);",
            "asked.incarnation();",
            4),
        AcrossTrial.class);
  }

  @Test
  void a_round_that_was_sent_before_a_read_serves_it() throws ReflectiveOperationException {
    Trials.assertFoundBySomeSeed(
        new Mutant(
            "a round that was sent before a read serves it",
            "core.replica.Leader",
            "reads.add(ticket, heartbeats.round() + 1, mustSee());",
            "reads.add(ticket, heartbeats.confirmedRound() + 1, mustSee());",
            53),
        LeaderReadTrial.class);
  }
}
