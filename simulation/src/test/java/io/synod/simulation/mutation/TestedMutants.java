package io.synod.simulation.mutation;

import java.util.List;

/**
 * Errors that no seed of the simulation is known to find, each with a test of its module that does.
 * Most were found by seeds that find nothing any more, since the events of most seeds have moved.
 */
final class TestedMutants {
  // For a run that lets the simulation look for them too.
  private static final int SEEDS = 1_000;

  static final List<Tested> ALL =
      List.of(
          tested(
              "a leader opens slots however far its service lags",
              "core.pipeline.Pipeline",
              "    fillWindow(Math.min(limit, end), nowNanos, out);",
              "    fillWindow(end, nowNanos, out);",
              "core.pipeline.PipelineTest#nothing_is_opened_beyond_the_backlog"),
          tested(
              "a source that is no member keeps its subscribers",
              "core.subscription.Subscriptions",
              "isMember ? Long.MAX_VALUE : Math.min(subscription.end, log.decided());",
              "Long.MAX_VALUE;",
              "core.subscription.SubscriptionsTest"
                  + "#a_replica_that_is_no_member_sends_what_it_has_and_then_nothing_until_it_is_one"),
          tested(
              "the log is not kept for those who fetch a snapshot",
              "core.learner.Learner",
              "Math.min(executed, Math.min(executedByAll, keptFrom))",
              "Math.min(executed, executedByAll)",
              "core.replica.SnapshotScenarioTest"
                  + "#the_log_is_kept_for_a_subscriber_that_fetches_a_snapshot"),
          tested(
              "a client asks for events behind its requests",
              "client.SessionWindow",
              """
                  if (eventsDue) {
                    // Before anything is answered here: events stand between answers.
                    eventsDue = false;
                    wire.wantEvents(new WantEvents(session, events.next(), outbox.first()));
                  }
                  if (state == State.OPEN) {
                    sendRequests(wire, now);
              """,
              """
                  boolean asks = eventsDue;
                  WantEvents wanted = new WantEvents(session, events.next(), outbox.first());
                  eventsDue = false;
                  if (asks && state != State.OPEN) {
                    wire.wantEvents(wanted);
                  }
                  if (state == State.OPEN) {
                    sendRequests(wire, now);
                    if (asks) {
                      wire.wantEvents(wanted);
                    }
              """,
              "client.SessionEventsTest"
                  + "#on_a_new_connection_events_are_wanted_before_anything_is_sent_again"),
          tested(
              "a service that has halted gives no snapshot",
              "replica.stage.ServiceStage",
              "item instanceof Capture capture && capture.alsoHalted()",
              "item == null",
              "replica.stage.HaltedServiceTest#a_state_that_cannot_be_freed_is_stored"),
          tested(
              "a member whose lost directory is listed must join",
              "core.replica.Roster",
              "    if (whole && isMeant(listed)) {",
              "    if (whole && own.equals(listed.incarnation())) {",
              "core.membership.MembershipRestartTest"
                  + "#a_member_stays_one_although_the_leader_knows_another_directory_with_its_number"),
          tested(
              "a replica answers reads of another membership",
              "core.replica.Member",
              "    if (message.membership() != roster.membership()) {",
              "    if (message.membership() < 0) {",
              "core.replica.FollowerTest"
                  + "#only_a_proxy_of_its_own_membership_learns_up_to_where_it_has_voted"),
          tested(
              "a candidate forgets the decisions of a promise that it has a part of",
              "core.replica.Candidate",
              "      missed.onPart(message.votes());\n",
              "",
              "core.replica.CandidateTest#keeps_the_decisions_of_an_incomplete_promise"),
          tested(
              "a connection keeps what the one before it knew",
              "network.peer.PeerLink",
              "    levels = known;",
              "    levels = levels == null ? known : levels;",
              "network.peer.PeerLinkTest#the_levels_are_those_of_the_process_at_the_other_end_now"),
          tested(
              "durable state without its snapshots is taken for complete",
              "core.recovery.Recovered",
              List.of(
                  new Mutant.Edit(
                      "if (snapshotEnd == 0 && !beginsAnew) {", "if (snapshotEnd < 0) {"),
                  new Mutant.Edit("return slot == decidedEnd\n", "return slot <= decidedEnd\n")),
              "core.recovery.RecoveredTest#a_journal_that_begins_after_the_snapshot_is_incomplete"),
          tested(
              "a read of the journal does not wait for the disk",
              "replica.stage.CoreEffects",
              "if (gate.isAllDurable()) {\n      read(wanted);",
              "if (true) {\n      read(wanted);",
              "replica.stage.JournalReadTest"
                  + "#a_vote_that_lost_is_not_read_while_a_later_one_waits_for_the_disk"),
          tested(
              "a relay waits for its group without end",
              "core.relay.VoteGathering",
              "    if (!timeout.hasPassed(nowNanos)) {",
              "    if (!timeout.isSet() || nowNanos > 0) {",
              "core.paper.PigPaxosTest#a_relay_reports_the_gathered_votes_at_its_timeout"),
          tested(
              "a proxy counts its rounds from the same number in each life",
              "core.read.QuorumReads",
              "    round = 1 + Math.floorMod(draw, ROUNDS_DRAWN);",
              "    round = 1;",
              "core.read.QuorumReadsTest#an_answer_to_no_round_of_this_life_counts_for_nothing"),
          tested(
              "a snapshot forgets the sessions that are over",
              "core.execution.ExecutionSnapshot",
              "writeSessions(sessions.over(), data);",
              "writeSessions(new CapturedSession[0], data);",
              "core.execution.RestoredExecutionTest"
                  + "#a_restored_execution_goes_on_as_the_one_that_was_captured"),
          tested(
              "fewer sessions may be open, and none ends",
              "core.session.SessionTable",
              "    while (open.size() > settings.sessionsMax()) {",
              "    while (open.size() < 0) {",
              "core.session.SessionTableTest#fewer_sessions_end_the_least_recently_active_ones"),
          tested(
              "an open session may not have more requests outstanding",
              "core.session.SessionTable",
              "    open.allow(settings.outstandingMax());\n",
              "",
              "core.session.SessionTableTest"
                  + "#an_open_session_may_have_more_requests_outstanding_at_once"),
          tested(
              "a peer is served a slot of the journal for which a snapshot has stood in",
              "core.catchup.CatchUps",
              " || first < log.ownFirst()",
              "",
              "core.catchup.CatchUpsTest#slots_replaced_by_a_snapshot_are_not_read_from_the_journal"),
          tested(
              "the last block does not have a repair in it",
              "storage.journal.SegmentFiles",
              "    output.lastBlock().replace(segment.number, offset, bytes);\n",
              "",
              "storage.journal.RotTest"
                  + "#the_next_commit_does_not_write_over_a_repair_in_the_last_block"),
          tested(
              "a block's end is not filled with zeros",
              "storage.journal.RecordQueue",
              "    for (int padding = run.end; padding < blocksEnd; padding++) {",
              "    for (int padding = run.end; padding < 0; padding++) {",
              "storage.journal.WriteAheadLogTest#behind_the_last_record_its_block_holds_zeros"),
          tested(
              "a segment that the disk has written over is taken for a renamed one",
              "storage.journal.JournalReader",
              "return own == null || !isForeign(own, index);",
              "return false;",
              "storage.journal.JournalRecoveryTest"
                  + "#a_segment_that_the_disk_has_written_over_with_an_earlier_one_is_missed"),
          tested(
              "a hint of an earlier view is followed",
              "client.LeaderTracker",
              "    return reported.view().isAfter(view)\n",
              "    return !reported.view().equals(view)\n",
              "client.LeaderTrackerTest#a_hint_of_a_later_view_is_followed_and_no_other"));

  private TestedMutants() {}

  /**
   * @param test its class below {@code io.synod}, and its method
   */
  record Tested(Mutant mutant, String test) {
    @Override
    public String toString() {
      return mutant.toString();
    }
  }

  static List<Mutant> mutants() {
    return ALL.stream().map(Tested::mutant).toList();
  }

  private static Tested tested(String error, String type, String was, String becomes, String test) {
    return new Tested(new Mutant(error, type, was, becomes, SEEDS), test);
  }

  private static Tested tested(String error, String type, List<Mutant.Edit> edits, String test) {
    return new Tested(new Mutant(error, type, edits, SEEDS), test);
  }
}
