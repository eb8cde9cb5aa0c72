package io.synod.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Seeds that have found errors which no test before them had, with the scenarios of their time.
 * What a seed means changes with every new fault; the errors are also among the mutations, or have
 * a test of the role that made them.
 */
class FoundSeedsTest {

  /** Joined at a view that it had promised before, and wrote its promise nowhere anew. */
  @ParameterizedTest
  @ValueSource(longs = {548, 787, 959})
  void a_promise_that_a_replica_joins_with_is_on_its_disk(long seed) {
    assertPasses(seed);
  }

  /** A candidate told a member of a later epoch before its own roster was durable. */
  @ParameterizedTest
  @ValueSource(longs = 1417)
  void what_a_candidate_tells_of_epochs_waits_for_its_disk(long seed) {
    assertPasses(seed);
  }

  /** Both snapshots were lost, and nothing told that the journal had been cut below them. */
  @ParameterizedTest
  @ValueSource(longs = 20_828)
  void a_journal_knows_up_to_where_it_was_cut(long seed) {
    assertPasses(seed);
  }

  /** A snapshot that was being fetched for a damaged slot took longer than patience lasted. */
  @ParameterizedTest
  @ValueSource(longs = 13_646)
  void a_fetch_that_goes_on_is_waited_for(long seed) {
    assertPasses(seed);
  }

  /** Five replicas asked one peer for parts so often that none ever got a whole snapshot. */
  @ParameterizedTest
  @ValueSource(longs = 22_147)
  void many_that_fetch_from_one_peer_come_to_an_end(long seed) {
    assertPasses(seed);
  }

  /** What a new epoch leaves of a journal needs its snapshot; the twin had forgotten. */
  @ParameterizedTest
  @ValueSource(longs = 34_329)
  void who_loses_its_snapshot_after_a_new_epoch_joins_anew(long seed) {
    assertPasses(seed);
  }

  /** A file was gone whose directory could not be forced two lives before. */
  @ParameterizedTest
  @ValueSource(longs = 296_816_274)
  void a_file_that_is_gone_is_noticed(long seed) {
    assertPasses(seed);
  }

  /** What a storm had delayed by seconds held up all that came behind it, long after the faults. */
  @ParameterizedTest
  @ValueSource(longs = 1472)
  void nobody_has_settled_before_what_is_late_has_arrived(long seed) {
    assertPasses(seed);
  }

  private static void assertPasses(long seed) {
    assertThat(SimulationRun.runSeed(seed).failure()).isNull();
  }
}
