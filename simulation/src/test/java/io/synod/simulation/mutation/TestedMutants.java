package io.synod.simulation.mutation;

import java.util.List;

/**
 * Errors that no seed of the simulation is known to find, each with a test of its module that does.
 * Some were found by seeds that find nothing any more, since the events of most seeds have moved;
 * others were found by reading, in Synod itself.
 */
final class TestedMutants {
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
              "core.replica.SubscriberSnapshotTest"
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
              "a replica leads a view again that it has forgotten",
              "core.replica.Obstacles",
              "    return known.number(self) > first;",
              "    return false;",
              "core.replica.OnePromiseTest"
                  + "#a_replica_that_has_lost_its_directory_leads_no_view_again"),
          tested(
              "a decision takes the place of a damaged vote before a later one",
              "storage.journal.WriteAheadLog",
              "    if (isLatest && header.bodyBytes",
              "    if (header.bodyBytes",
              "storage.journal.JournalDecisionsTest"
                  + "#a_later_vote_is_not_served_in_place_of_a_repaired_record"),
          tested(
              "a snapshot of others counts for nothing where the file lists one replica",
              "replica.assembly.ReplicaStorage",
              "recovered.promised().membership() > last.number();",
              "false;",
              "replica.assembly.ReplicaStorageTest"
                  + "#a_damaged_snapshot_counts_where_the_members_are_more_than_the_file_lists"),
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
              "client.LeaderTrackerTest#a_hint_of_a_later_view_is_followed_and_no_other"),
          tested(
              "subscribers stay with a replica that decides nothing any more",
              "core.replica.MissedDecisions",
              "return catchUps.isBehind() && step.now() - progressNanos > timeouts.electionNanos();",
              "return false;",
              "core.replica.StuckSourceTest"
                  + "#one_whose_service_hangs_sends_no_keep_alives_so_that_subscribers_leave_it"),
          tested(
              "a replica stops for a damaged vote in a slot that is not decided",
              "core.replica.DamagedSlots",
              "!repair.isSet() || isUndecided || isFetching()",
              "!repair.isSet() || isFetching()",
              "core.replica.DamagedSlotTest"
                  + "#it_waits_for_the_next_request_where_the_slot_is_not_decided"),
          tested(
              "a standby of another cluster of that name is added",
              "core.replica.Admission",
              "      if (decided > end) {",
              "      if (decided < 0) {",
              "core.membership.MembershipRefusalTest"
                  + "#a_standby_that_knows_more_slots_than_there_are_is_not_added"),
          tested(
              "an answer of a new replica that is older than a loss forms the cluster",
              "core.recovery.Joining",
              "      areStale |= isStale(latest[peer]);\n",
              "",
              "core.replica.FormingTest"
                  + "#answers_of_new_replicas_do_not_count_beside_those_of_replicas_that_were_lost_later"),
          tested(
              "one that forms last knows the others by what new replicas say",
              "core.recovery.Joining",
              "    Incarnations formed = known();",
              "    Incarnations formed = incarnations;",
              "core.replica.FormingTest"
                  + "#one_that_the_first_members_know_by_another_nonce_does_not_form_with_the_last"),
          tested(
              "a recovering replica waits for slots that only a lost leader knew",
              "core.recovery.Joining",
              "return reply.leads() && reply.promised().isAfter(view) ? findEnd() : Outcome.WAIT;",
              "return Outcome.WAIT;",
              "core.recovery.JoiningTest#an_earlier_end_of_the_leader_of_a_later_view_is_enough"),
          tested(
              "a restored directory learns from a cluster that has formed without it",
              "core.recovery.Joining",
              "return isForeign(reply) ? Outcome.FORMED_BEFORE : Outcome.WAIT;",
              "return Outcome.WAIT;",
              "core.replica.FormingTest"
                  + "#a_restored_directory_does_not_learn_from_a_cluster_whose_members_have_changed"),
          tested(
              "leader time stands behind a clock that was ahead",
              "replica.stage.ServiceStage",
              "    batching.leaderTime(execution.leaderTimeMillis(), nanoTime());\n",
              "",
              "replica.stage.LeaderTimeTest#a_service_without_timers_passes_on_that_of_each_batch"),
          tested(
              "a query counts the slot of a halted request as executed",
              "core.execution.Execution",
              "return batch == null ? executed : position.slot;",
              "return executed;",
              "core.execution.HaltTest"
                  + "#a_query_behind_the_request_sees_as_many_slots_where_the_snapshot_was_restored"),
          tested(
              "a replica restored at a halted request counts that slot as executed",
              "core.learner.Learner",
              "return isInPart && haltedIn == executed ? executed - 1 : executed;",
              "return executed;",
              "core.replica.HungServiceTest"
                  + "#a_request_at_which_all_services_have_halted_moves_nothing"),
          tested(
              "a source may send more than it was granted",
              "core.subscription.Subscriber",
              "        if (held + freed > settings.creditBytes()) {",
              "        if (held < 0) {",
              "core.subscription.SubscriberTest"
                  + "#a_source_that_sends_more_than_it_was_granted_is_left"),
          tested(
              "a connection without a session leaves work for the service",
              "replica.stage.ServiceStage",
              "    if (connection.hadSessions()) {",
              "    if (connection != null) {",
              "replica.stage.StageBoundsTest"
                  + "#nothing_is_kept_of_a_client_without_a_session_until_the_service_thread_runs"),
          tested(
              "a retired file that somebody has deleted is missed",
              "storage.journal.FailStopDisk",
              "    } catch (NoSuchFileException gone) {\n      return false;",
              "    } catch (NoSuchFileException gone) {\n      throw failedToRename(from, to, gone);",
              "storage.journal.RetiredSegmentsTest"
                  + "#those_that_an_operator_has_deleted_are_not_missed"),
          tested(
              "a transfer goes by the most that its target has ever known",
              "core.election.Heartbeats",
              "decided[from] = isLate ? decided[from] : message.decided();",
              "decided[from] = Math.max(decided[from], message.decided());",
              "core.replica.LeadershipTransferTest"
                  + "#a_target_that_has_started_again_and_lacks_a_decision_is_waited_for"),
          tested(
              "a recovering replica waits for the leader of a view whose only member has died",
              "core.recovery.Joining",
              "if (unanswered[peer] > UNANSWERED_MAX && isDispensable(latest[peer])) {",
              "if (unanswered[peer] < 0) {",
              "core.replica.SilentCandidateTest#the_others_go_on_in_an_earlier_view_and_let_it_in"),
          tested(
              "a replica fetches a snapshot that it cannot store without a pause",
              "core.snapshot.SnapshotFetch",
              "return pause.isSet() && !pause.hasPassed(nowNanos);",
              "return false;",
              "core.replica.UnstoredSnapshotTest"
                  + "#it_asks_for_a_part_now_and_then_and_goes_on_once_it_has_space"),
          tested(
              "of many peers two are asked for their snapshots",
              "core.catchup.CatchUps",
              "keeper == NOBODY || tried.contains(keeper) && !tried.contains(from)",
              "keeper == NOBODY || keeper == fetchedFrom",
              "core.catchup.CatchUpsTest"
                  + "#another_peer_s_snapshot_is_tried_next_and_everybody_is_asked_before"),
          tested(
              "a replica takes an incarnation twice in a later membership",
              "core.recovery.Joining",
              "incarnations = recovered.withAnnounced(self, known);",
              "incarnations = known;",
              "core.membership.RepeatedIncarnationTest"
                  + "#a_number_under_which_it_was_a_member_is_not_taken_again"),
          tested(
              "answers from before a replica was started form the cluster with its later nonce",
              "core.recovery.Joining",
              "      isStale |= !isNamed && !isMember(latest[peer]);",
              "      isStale |= !isNamed && reply.incarnations().of(peer).isKnown();",
              "core.replica.FormingBesideLossesTest"
                  + "#answers_from_before_a_replica_was_started_do_not_count_with_its_later_nonce"),
          tested(
              "a connection between replicas over which nothing comes stays",
              "network.peer.PeerConnection",
              "if (silentSeconds > SILENT_SECONDS_MAX && ",
              "if (silentSeconds < 0 && ",
              "network.peer.PeerLinkTest"
                  + "#a_connection_over_which_nothing_comes_for_ten_seconds_ends"),
          tested(
              "a session that its client closes gives its place back before it is closed",
              "network.ingress.RequestAdmission",
              "      if (closes && !isFirst) {",
              "      if (closes) {",
              "network.ingress.SessionPlacesTest"
                  + "#sessions_that_come_and_go_on_a_connection_leave_no_more_behind_either"),
          tested(
              "a leader whose transfer has failed proposes nothing more",
              "core.replica.Succession",
              "      pipeline.resume();\n",
              "",
              "core.replica.LeadershipTransferTest"
                  + "#a_target_that_never_catches_up_leaves_the_leader_proposing"),
          tested(
              "a slot whose vote is damaged is voted for",
              "core.acceptor.Acceptor",
              "} else if (log.isDamaged(slot)) {",
              "} else if (slot < 0) {",
              "core.replica.DamagedSlotTest#it_does_not_vote_there"),
          tested(
              "a slot that Phase 1 found empty stays empty",
              "core.pipeline.Pipeline",
              "} else if (firstFree < takeOver.end()) {",
              """
              } else if (firstFree < takeOver.end() && takeOver.batch(firstFree) == Batch.NOOP) {
                firstFree++;
              } else if (firstFree < takeOver.end()) {""",
              "core.pipeline.PipelineTest"
                  + "#votes_of_phase_1_come_first_gaps_as_no_ops_within_the_window"),
          tested(
              "a client's queries stay with a proxy that is silent",
              "client.QueryWindow",
              "    return retry.isExhausted() || isRefusing;",
              "    return isRefusing;",
              "client.ProxyQueriesTest#a_silent_replica_is_left_after_half_a_retry_interval"),
          tested(
              "a replica that has promised a view reports its decisions as that view's commit",
              "core.replica.Member",
              "role.leads() ? role.state().view() : View.NONE;",
              "acceptor.promised();",
              "core.replica.FollowerTest"
                  + "#one_that_has_promised_a_view_does_not_answer_a_proxy_as_its_leader"),
          tested(
              "an acceptor takes the end of another view's take-over for its own",
              "core.acceptor.Acceptor",
              "    if (!promised.equals(takenOver)) {",
              "    if (takenOver.equals(View.NONE)) {",
              "core.acceptor.AcceptorTest#without_word_of_the_take_over_all_votes_may_be_decided"),
          tested(
              "a snapshot has the timers of one time by their ids",
              "core.execution.Timer",
              "thenComparingLong(timer -> timer.number)",
              "thenComparingLong(timer -> timer.id)",
              "core.execution.TimedExecutionTest"
                  + "#a_restored_execution_runs_the_same_timers_in_the_same_order"),
          tested(
              "a restored service that has halted goes on with its batch from the beginning",
              "core.execution.HaltedBatch",
              "    return at(batch, index + 1);",
              "    return Batch.HEADER_BYTES;",
              "core.execution.HaltTest#the_second_halt_in_a_batch_is_restored_too"),
          tested(
              "what skips the requests of one slot has the space of one batch",
              "core.learner.Learner",
              "settings.reserveSlots() + uncounted.size();",
              "settings.reserveSlots();",
              "core.learner.LearnerTest#many_batches_without_requests_take_no_space"),
          tested(
              "after an attempt in vain a leader waits no longer than before",
              "core.replica.PriorityMoves",
              "Math.min(WAIT_NANOS_MAX, 2 * waitNanos)",
              "waitNanos",
              "core.replica.PriorityTest#after_an_attempt_the_leader_waits_twice_as_long"),
          tested(
              "a joiner counts answers of another membership",
              "core.recovery.Joining",
              " || reply.membership() != membership) {",
              ") {",
              "core.membership.PassedMembershipTest"
                  + "#a_standby_that_has_not_learnt_enough_does_not_count"),
          tested(
              "a replica closes its storage before its stages have ended",
              "replica.assembly.ThreadPlan",
              "return List.copyOf(ends);",
              "return List.of();",
              "replica.assembly.ThreadPlanTest#stages_end_in_the_order_in_which_they_were_added"),
          tested(
              "a leader reports what it had chosen before it knew what the last one had",
              "replica.stage.Tuning",
              "search == null || !view.equals(this.view) ? null",
              "search == null ? null",
              "replica.stage.TuningTest#it_reports_its_choice_only_in_the_view_that_it_leads"),
          tested(
              "any Prepare breaks a vow",
              "core.replica.Transitions",
              "boolean isAsked = from() == Role.FOLLOWER && ",
              "boolean isAsked = ",
              "core.replica.LeaseReadTest"
                  + "#a_candidate_that_no_leader_has_asked_to_lead_names_no_view"),
          tested(
              "of the votes reported in Phase 1 the first one counts",
              "core.election.HighestVotes",
              "known == null || !known.decided() && outranks(vote, known)",
              "known == null",
              "core.election.PromiseTallyTest"
                  + "#of_each_slot_the_vote_of_the_highest_view_remains"),
          tested(
              "a read is served by a round that was sent before it",
              "core.read.QuorumReads",
              "    await(ticket, round + 1, nowNanos, out);\n  }\n\n  /** A read that need not",
              "    await(ticket, isUnderWay() ? round : round + 1, nowNanos, out);\n"
                  + "  }\n\n  /** A read that need not",
              "core.read.QuorumReadsTest"
                  + "#reads_that_come_while_a_round_is_under_way_share_the_next"),
          tested(
              "what a replica answers in an earlier round is taken for the last one's answer",
              "core.read.QuorumReads",
              "    answered[from] = message.round();",
              "    answered[from] = round;",
              "core.read.QuorumReadsTest#an_answer_after_many_rounds_serves_but_does_not_make_fresh"),
          tested(
              "a session that is over is opened again",
              "core.session.SessionTable",
              "if (known != null) {",
              "if (known != null && !known.gone) {",
              "core.execution.SessionEventsTest#a_late_copy_of_an_opening_opens_nothing"),
          tested(
              "the age of what a proxy knows is counted by the steady clock only",
              "core.time.BothClocks",
              "nowNanos - fromNanos <= nanos - hiddenNanos;",
              "nowNanos - fromNanos <= nanos;",
              "core.read.QuorumReadsTest#a_replica_that_was_suspended_is_not_fresh_any_more"),
          tested(
              "the autopilot gives up what twelve pairs have not decided",
              "tuning.autopilot.Search",
              "      undecided.add(candidate);\n",
              "",
              "tuning.autopilot.SearchTest"
                  + "#an_undecided_trial_goes_on_after_the_others_until_it_is_decided"),
          tested(
              "the autopilot measures a candidate at once after other limits",
              "tuning.autopilot.Candidate",
              "    interrupted = true;",
              "    interrupted = false;",
              "tuning.autopilot.SearchTest"
                  + "#a_trial_keeps_its_pairs_when_other_limits_come_between"),
          tested(
              "a window that is mostly free shrinks to half of itself",
              "tuning.autopilot.Neighbours",
              "Math.max(1, halfOpen)",
              "limits.window() / 2",
              "tuning.autopilot.NeighboursTest"
                  + "#a_window_that_is_mostly_free_does_not_grow_but_shrinks_to_half_of_the_slots_that_are_open"),
          tested(
              "a window that is mostly free grows",
              "tuning.autopilot.Neighbours",
              "if (!isMostlyFree) {",
              "if (true) {",
              "tuning.autopilot.NeighboursTest"
                  + "#a_window_that_is_mostly_free_does_not_grow_but_shrinks_to_half_of_the_slots_that_are_open"),
          tested(
              "an event has come before there is memory for it",
              "client.EventInbox",
              "    byte[] copy = event.answer();\n    next++;\n",
              "    next++;\n    byte[] copy = event.answer();\n",
              "client.SessionEventsTest"
                  + "#an_event_that_found_no_memory_comes_again_on_the_next_connection"),
          tested(
              "a leader that was connected for long is avoided when it ends the connection",
              "client.ClientCore",
              "link == Link.SERVING && now - servingSince >= timing.retryNanos()",
              "link == Link.SERVING && now < servingSince",
              "client.ClientCoreTest#a_leader_that_ends_idle_connections_is_not_avoided"),
          tested(
              "a dial that is refused counts as none that has failed",
              "network.peer.Dialler",
              "    if (failure != null) {\n      failing = true;\n",
              "    if (failure != null) {\n",
              "network.peer.DiallerTest#a_dial_that_is_refused_has_failed"),
          tested(
              "a fence is one slot short",
              "core.membership.Memberships",
              "proposed.beginningAt(slot + current.alpha())",
              "proposed.beginningAt(slot + Math.max(1, current.alpha() - 1))",
              "core.membership.MembershipsTest#a_change_begins_alpha_slots_behind_it"),
          tested(
              "a change of members is said to be made before they have decided a slot",
              "client.ChangeRun",
              "return isSettled(now) && haveJoined(now);",
              "return haveJoined(now);",
              "client.SynodAdminTest" + "#a_change_ends_when_the_new_members_have_decided_a_slot"));

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
    return new Tested(new Mutant(error, type, was, becomes), test);
  }

  private static Tested tested(String error, String type, List<Mutant.Edit> edits, String test) {
    return new Tested(new Mutant(error, type, edits), test);
  }
}
