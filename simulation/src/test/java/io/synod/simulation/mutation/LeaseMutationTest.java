package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Puts errors into leases: a read must miss what was acknowledged before it with each. The last
 * number of each is the first seed that finds it; if that one no longer does, others are tried.
 */
class LeaseMutationTest {
  private static final String LEADER = "core.replica.Leader";
  private static final String VOW = "core.election.Vow";

  private static List<Mutant> errors() {
    return List.of(
        new Mutant(
            "a lease is counted from the acknowledgement",
            LEADER,
            List.of(
                new Mutant.Edit("    lease.sent(round, step.now());\n", ""),
                new Mutant.Edit(
                    "    lease.confirmed(heartbeats.confirmedRound());\n",
                    "    lease.sent(heartbeats.confirmedRound(), step.now());\n"
                        + "    lease.confirmed(heartbeats.confirmedRound());\n")),
            33),
        new Mutant(
            "a lease is as long as a vow, whatever the clocks' drift",
            "core.settings.LeaseSettings",
            "return vowNanos * (MILLION - 2 * driftPpm) / MILLION;",
            "return vowNanos;",
            85),
        new Mutant(
            "a lease needs one acknowledgement fewer than meet every Phase 1 quorum",
            "core.election.Heartbeats",
            "members.reachedBy(quorums.blocking(), ackedRound)",
            "members.reachedBy(quorums.blocking() - 1, ackedRound)",
            18),
        new Mutant(
            "nothing is vowed after a start",
            "core.replica.Replica",
            "    parts.vow.start(nowNanos);\n",
            "",
            12),
        new Mutant(
            "a vow holds for pre-votes only",
            "core.replica.Member",
            "if (!isStale && vow.forbids(",
            "if (isStale && vow.forbids(",
            5),
        new Mutant(
            "the transfer of any view breaks a vow",
            VOW,
            "!transferred.equals(View.NONE) && transferred.equals(view)",
            "!transferred.equals(View.NONE)",
            279),
        new Mutant(
            "a vow ends early",
            VOW,
            "end.set(nowNanos + lengthNanos)",
            "end.set(nowNanos + lengthNanos / 2)",
            98),
        new Mutant(
            "a leader uses its lease after a transfer",
            "core.replica.Succession",
            "    asked = true;\n",
            "",
            21),
        new Mutant(
            "a lease is counted by the steady clock only",
            "core.election.Lease",
            "        && wallPassedNanos < lengthNanos - BothClocks.WALL_STEP_NANOS\n",
            "",
            56),
        new Mutant(
            "a wall clock that is set back hides a suspension",
            "core.time.BothClocks",
            "!begun || newAheadNanos - aheadNanos < -WALL_STEP_NANOS",
            "!begun",
            253));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void every_error_is_found(Mutant mutant) throws ReflectiveOperationException {
    Trials.assertFoundByCores(mutant, CoreTrial.READS_BY_LEASE);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void without_an_error_nothing_is_found(long seed) {
    assertThat(new CoreTrial().apply(CoreTrial.READS_BY_LEASE, seed)).isNull();
  }
}
