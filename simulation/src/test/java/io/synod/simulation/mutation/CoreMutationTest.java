package io.synod.simulation.mutation;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Puts errors into reads at the leader, changes of the members and recovery which whole replicas
 * show too rarely: each must be found by cores alone. The last number of each is the first seed
 * that finds it; if that one no longer does, others are tried.
 */
class CoreMutationTest {
  private static final String ADMISSION = "core.replica.Admission";

  @TestFactory
  Stream<DynamicTest> every_error_is_found() {
    return Stream.of(
        found(
            CoreTrial.CHANGES,
            "a change is proposed although its members are not heard",
            ADMISSION,
            "    if (fit.size() >= needed) {",
            "    if (fit.size() >= 0) {",
            279),
        found(
            CoreTrial.CHANGES,
            "a change is proposed before the last one has decided a slot",
            ADMISSION,
            "current.number() > 0 && slots.log().decided() <= current.first()",
            "current.number() < 0",
            6),
        found(
            CoreTrial.CHANGES,
            "a removed replica ends before the others go on",
            "core.replica.Standby",
            "    boolean isSettled = slots.log().decided() > settings.membership().first();",
            "    boolean isSettled = true;",
            61),
        found(
            CoreTrial.CHANGES_AND_LOSSES,
            "a removed replica that ends by itself offers to become a member",
            "core.replica.Standby",
            "removed && standby.lingers() ? Incarnation.UNKNOWN : own,",
            "own,",
            61),
        found(
            CoreTrial.LOSSES,
            "a promise still counts although its incarnation turns out to be over",
            "core.election.PromiseTally",
            "if (numbers[replica] > 0 && numbers[replica] < known.number(replica)) {",
            "if (numbers[replica] < 0) {",
            28),
        found(
            CoreTrial.LOSSES,
            "an answer that its sender has forgotten lets a replica join",
            "core.recovery.Joining",
            "    forgetOver();\n    if (isFetching()) {",
            "    if (isFetching()) {",
            58),
        found(
            CoreTrial.LOSSES,
            "a promise whose first part was forgotten counts with the rest",
            "core.replica.Candidate",
            "    if (tally.isOfLater(from, message)) {",
            "    if (from < 0) {",
            245),
        found(
            CoreTrial.LOSSES_ACROSS,
            "an answer to what was announced in an earlier membership counts",
            "core.replica.Roster",
            "isHere ? asked.incarnation() : new Incarnation(0, nonce);",
            "asked.incarnation();",
            4),
        found(
            CoreTrial.READS_AT_LEADER,
            "a round that was sent before a read serves it",
            "core.replica.Leader",
            "reads.add(ticket, heartbeats.round() + 1, mustSee());",
            "reads.add(ticket, heartbeats.confirmedRound() + 1, mustSee());",
            53));
  }

  private static DynamicTest found(
      String kind, String error, String type, String was, String becomes, long seed) {
    Mutant mutant = new Mutant(error, type, was, becomes, seed);
    return DynamicTest.dynamicTest(
        kind + ": " + error, () -> Trials.assertFoundByCores(mutant, kind));
  }
}
