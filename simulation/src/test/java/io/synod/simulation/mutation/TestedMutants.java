package io.synod.simulation.mutation;

import java.util.List;
import java.util.Map;

/**
 * Errors that no seed of the simulation is known to find, each with a test of its module that does.
 * Most were found by seeds that find nothing any more, since the events of most seeds have moved.
 * {@code -Dsynod.mutations.tested=true} lets the simulation look for them too.
 */
final class TestedMutants {
  /** By error, the test: its class below {@code io.synod}, and its method. */
  private static final Map<String, String> TESTS =
      Map.ofEntries(
          Map.entry(
              "a read of the journal does not wait for the disk",
              "replica.stage.JournalReadTest"
                  + "#a_vote_that_lost_is_not_read_while_a_later_one_waits_for_the_disk"),
          Map.entry(
              "a client asks for events behind its requests",
              "client.SessionEventsTest"
                  + "#on_a_new_connection_events_are_wanted_before_anything_is_sent_again"),
          Map.entry(
              "a connection keeps what the one before it knew",
              "network.peer.PeerLinkTest"
                  + "#the_levels_are_those_of_the_process_at_the_other_end_now"),
          Map.entry(
              "durable state without its snapshots is taken for complete",
              "core.recovery.RecoveredTest"
                  + "#a_journal_that_begins_after_the_snapshot_is_incomplete"),
          Map.entry(
              "a leader opens slots however far its service lags",
              "core.pipeline.PipelineTest#nothing_is_opened_beyond_the_backlog"),
          Map.entry(
              "the log is not kept for those who fetch a snapshot",
              "core.replica.SnapshotScenarioTest"
                  + "#the_log_is_kept_for_a_subscriber_that_fetches_a_snapshot"),
          Map.entry(
              "a service that has halted gives no snapshot",
              "replica.stage.HaltedServiceTest#a_state_that_cannot_be_freed_is_stored"),
          Map.entry(
              "a member whose lost directory is listed must join",
              "core.membership.MembershipRestartTest"
                  + "#a_member_stays_one_although_the_leader_knows_another_directory_with_its_number"),
          Map.entry(
              "a source that is no member keeps its subscribers",
              "core.subscription.SubscriptionsTest"
                  + "#a_replica_that_is_no_member_sends_what_it_has_and_then_nothing_until_it_is_one"),
          Map.entry(
              "a replica answers reads of another membership",
              "core.replica.FollowerTest"
                  + "#only_a_proxy_of_its_own_membership_learns_up_to_where_it_has_voted"),
          Map.entry(
              "a candidate forgets the decisions of a promise that it has a part of",
              "core.replica.CandidateTest#keeps_the_decisions_of_an_incomplete_promise"));

  private static final boolean INCLUDED = Boolean.getBoolean("synod.mutations.tested");

  private TestedMutants() {}

  static List<Mutant> all() {
    return Mutants.every().filter(mutant -> TESTS.containsKey(mutant.error())).toList();
  }

  static int count() {
    return TESTS.size();
  }

  static String test(Mutant mutant) {
    return TESTS.get(mutant.error());
  }

  /** Whether the simulation does not look for it. */
  static boolean isLeftOut(Mutant mutant) {
    return !INCLUDED && TESTS.containsKey(mutant.error());
  }
}
