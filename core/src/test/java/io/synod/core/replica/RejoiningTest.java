package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.MemberStatus;
import io.synod.core.message.PreVote;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import io.synod.core.settings.Consistency;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** docs/durability.md, "Recovering": replica 2 of three has forgotten; 0 leads. */
class RejoiningTest {
  private TestCluster cluster = lead(Settings.of(3));

  @Test
  void a_lost_directory_is_recognised_and_comes_back_as_incarnation_2_and_then_in_3() {
    cluster.proposeAndDeliver(0, "a");
    for (int number = 2; number < 4; number++) {
      cluster.node(2).loseDirectory();
      cluster.node(2).effects().clear();
      cluster.node(2).start();
      cluster.elapse(2 * Settings.ELECTION_NANOS);
      assertThat(cluster.node(2).effects().events(ProtocolEvent.DurableStateLost.class)).hasSize(1);
      assertThat(cluster.node(2).effects().events(ProtocolEvent.Joined.class))
          .extracting(joined -> joined.as().number())
          .containsExactly((long) number);
      assertThat(cluster.node(2).delivered()).containsExactly("a");
      assertThat(cluster.replica(2).promised()).isEqualTo(cluster.replica(0).promised());
      assertThat(cluster.node(0).disk().records(JournalRecord.Joined.class))
          .last()
          .extracting(joined -> joined.incarnations().number(2))
          .isEqualTo((long) number);
    }
    cluster.works(3);
  }

  @ParameterizedTest
  @CsvSource({
    "VIEW, 2, 3",
    "VIEW, 0, 3",
    "EPOCH, 1, 3",
    "EPOCH, 0, 3",
    "MEMORY, 2, 3",
    "MEMORY, 0, 3",
    "MEMORY, 4, 5",
    "VIEW, 3, 4"
  })
  void one_that_crashes_joins_again(Durability level, int crashing, int replicas) {
    cluster = lead(Settings.of(replicas).durability(level));
    cluster.proposeAndDeliver(0, "a");
    cluster.node(crashing).restart();
    assertThat(cluster.replica(crashing).currentRole()).isEqualTo(Role.RECOVERING);
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(crashing).currentRole()).isNotEqualTo(Role.RECOVERING);
    assertThat(cluster.node(crashing).delivered()).containsExactly("a");
    cluster.works(replicas);
  }

  @ParameterizedTest
  @EnumSource(
      value = Durability.class,
      names = {"VIEW", "EPOCH", "SYNC"})
  void the_incarnation_is_durable_before_it_is_announced(Durability level) {
    cluster = lead(Settings.of(3).durability(level));
    cluster.node(2).loseDirectory();
    cluster.node(2).effects().clear();
    cluster.node(2).start();
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).effects().lines())
        .containsSubsequence(
            "send-when-durable {0,1} Join incarnation 0: what is known of me?",
            "is recovering, incarnations [1, 1, 2]",
            "send-when-durable {0,1} Join incarnation 2");
    assertThat(cluster.node(2).disk().records(JournalRecord.Joined.class))
        .extracting(JournalRecord.Joined::status)
        .first()
        .isEqualTo(MemberStatus.RECOVERING);
  }

  /** A disk that keeps the first of the two only must not show a member without the promise. */
  @Test
  void the_promise_with_which_it_joins_is_kept_before_it_is_a_member() {
    cluster = lead(Settings.of(3).durability(Durability.SYNC));
    View view = cluster.replica(cluster.leader()).promised();
    cluster.node(2).loseDirectory();
    cluster.node(2).effects().clear();
    cluster.node(2).start();
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).effects().lines())
        .containsSubsequence(
            "send-when-durable {0,1} Join incarnation 2",
            "promises view " + view,
            "is member, incarnations [1, 1, 2]");
  }

  @Test
  void a_member_takes_durable_note_of_the_incarnation_before_it_answers() {
    Single member = new Single(Settings.of(3));
    member.receive(2, new Join(0, new Incarnation(2, 77)));
    assertThat(member.out.lines())
        .containsExactly(
            "is member, incarnations [1, 1, 2]",
            "send-when-durable {2} JoinReply member, incarnations [1, 1, 2], promised view 0.0");
  }

  @Test
  void a_leaders_join_reply_ends_behind_all_slots_to_propose_again() {
    Single leader = new Single(Settings.of(3).window(1));
    View view = leader.candidate(2);
    List<Vote> votes = new ArrayList<>();
    for (int slot = 0; slot < 3; slot++) {
      votes.add(new Vote(slot, new View(0, 1), false, Batches.batch("s" + slot)));
    }
    leader.receive(0, new Promise(view, 0, 3, 3, votes, Settings.incarnations(3)));
    leader.receive(1, new Promise(view, 0, 0, 0, List.of(), Settings.incarnations(3)));
    assertThat(leader.replica.openSlots()).isEqualTo(1);
    leader.receive(2, new Join(0, new Incarnation(2, 77)));
    JoinReply reply = leader.out.sent(JoinReply.class).get(0);
    assertThat(reply.leads()).isTrue();
    assertThat(reply.end()).isEqualTo(3);
  }

  @Test
  void a_leaders_join_reply_ends_behind_its_later_proposals() {
    cluster.lose(envelope -> envelope.is(Accepted.class));
    cluster.propose(0, "open");
    cluster.proposeAndDeliver(0, "open too");
    cluster.node(2).restartEmpty();
    cluster.elapse(Settings.ELECTION_NANOS / 2);
    List<JoinReply> replies = cluster.node(0).effects().sent(JoinReply.class);
    assertThat(replies).last().extracting(JoinReply::end).isEqualTo(2L);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.RECOVERING);
  }

  @Test
  void a_member_records_neither_a_question_nor_an_old_incarnation() {
    Single member = new Single(Settings.of(3));
    member.receive(2, new Join(0, new Incarnation(3, 77)));
    member.out.clear();
    member.receive(2, new Join(0, new Incarnation(0, 78)));
    member.receive(2, new Join(0, new Incarnation(2, 76)));
    member.receive(2, new Join(0, new Incarnation(3, 77)));
    assertThat(member.out.of(Effect.Stored.class)).isEmpty();
    assertThat(member.out.sent(JoinReply.class))
        .allMatch(reply -> reply.incarnations().of(2).equals(new Incarnation(3, 77)));
  }

  @Test
  void a_crash_between_announcing_and_joining_is_not_taken_for_membership() {
    cluster.node(2).loseDirectory();
    cluster.lose(e -> e.is(CatchUp.class) && e.from() == 2);
    cluster.proposeAndDeliver(0, "a");
    cluster.node(2).start();
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).currentRole()).as("has announced").isEqualTo(Role.RECOVERING);
    assertThat(cluster.node(2).disk().records(JournalRecord.Joined.class)).hasSize(1);
    cluster.node(2).restart();
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.RECOVERING);
    cluster.healAndElapse(2 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).effects().events(ProtocolEvent.Joined.class))
        .extracting(joined -> joined.as().number())
        .containsExactly(3L);
  }

  @Test
  void once_it_has_joined_it_is_a_member_at_once_after_the_next_crash() {
    cluster.proposeAndDeliver(0, "a");
    cluster.node(2).restartEmpty();
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    for (int slot = 0; slot < 20; slot++) {
      cluster.proposeAndDeliver(0, "s" + slot);
    }
    cluster.node(2).restart();
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(cluster.node(2).delivered()).hasSizeGreaterThanOrEqualTo(16);
  }

  /**
   * Otherwise the marker of its new incarnation, written later, would make a restart forget them.
   */
  @Test
  void it_learns_nothing_before_its_incarnation_is_settled() {
    for (int slot = 0; slot < 20; slot++) {
      cluster.proposeAndDeliver(0, "s" + slot);
    }
    cluster.node(2).loseDirectory();
    cluster.node(1).crash();
    cluster.node(2).start();
    cluster.elapse(Settings.ELECTION_NANOS / 2);
    assertThat(cluster.replica(2).decided()).isZero();
    assertThat(cluster.node(2).disk().records()).isEmpty();
    cluster.node(1).start();
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    cluster.node(2).restart();
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(cluster.replica(2).decided()).isGreaterThanOrEqualTo(16);
  }

  @Test
  void a_recovering_replica_promises_votes_grants_and_follows_nothing() {
    cluster.node(2).loseDirectory();
    cluster.partition(2);
    cluster.node(2).start();
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.node(2).effects().clear();
    View view = new View(9, 1);
    for (var message :
        List.of(
            new PreVote(view, 0),
            new Prepare(view, 0),
            new Accept(view, 0, 0, Batches.batch("x")),
            new Heartbeat(view, 1, 0, 0, 1))) {
      cluster.node(2).step(new Event.Received(1, message));
      assertThat(cluster.node(2).effects().lines()).as("%s", message).isEmpty();
    }
    cluster.node(2).step(new Event.ReadRequested("r", Consistency.LEADER));
    assertThat(cluster.node(2).effects().lines()).containsExactly("refuse read r");
    assertThat(cluster.replica(2).promised()).isEqualTo(View.NONE);
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).effects().sent(PreVote.class)).isEmpty();
  }

  @Test
  void a_recovering_replica_answers_with_decisions_and_its_status() {
    cluster.proposeAndDeliver(0, "a");
    cluster.node(2).disk().rot("a header");
    cluster.node(2).restart();
    cluster.lose(e -> e.is(Join.class));
    cluster.node(2).effects().clear();
    cluster.node(2).step(new Event.Received(1, new CatchUp(0)));
    cluster.node(2).step(new Event.Received(1, new Join(0, new Incarnation(0, 5))));
    assertThat(cluster.node(2).effects().lines())
        .containsExactly(
            "send {1} Decided from slot 0: [], commit 0",
            "send-when-durable {1} JoinReply recovering, incarnations [1, 1, 0], promised view 1.0");
  }

  @Test
  void it_does_not_join_without_a_leader() {
    cluster.lose(e -> e.is(PreVote.class));
    cluster.node(0).crash();
    cluster.node(2).loseDirectory();
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    cluster.node(0).start();
    cluster.node(2).start();
    cluster.elapse(10 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.RECOVERING);
    assertThat(cluster.node(2).stopped()).isNull();
    cluster.healAndElapse(10 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.FOLLOWER);
  }

  @ParameterizedTest
  @EnumSource(
      value = Durability.class,
      names = {"VIEW", "EPOCH", "MEMORY"})
  void too_many_lost_memories_stop_it_with_the_reason_after_patience_and_not_before(
      Durability level) {
    cluster = lead(Settings.of(3).durability(level));
    cluster.node(1).crash();
    cluster.node(2).crash();
    cluster.node(1).start();
    cluster.node(2).start();
    cluster.elapse(Settings.PATIENCE_NANOS - Settings.ELECTION_NANOS);
    assertThat(cluster.node(1).stopped()).isNull();
    assertThat(cluster.node(2).stopped()).isNull();
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(1).stopped())
        .contains("durability " + level, "too few other members still have theirs");
    assertThat(cluster.node(2).stopped())
        .contains("durability " + level, "too few other members still have theirs");
    assertThat(cluster.node(0).stopped()).as("what is left does not go on").isNull();
    assertThat(cluster.replica(0).leads()).isFalse();
  }

  @Test
  void four_that_have_lost_two_memories_stop_too_for_two_elect_nobody() {
    cluster = lead(Settings.of(4).durability(Durability.EPOCH));
    cluster.node(2).crash();
    cluster.node(3).crash();
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    cluster.node(2).start();
    cluster.node(3).start();
    cluster.elapse(Settings.PATIENCE_NANOS + Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).stopped()).isNotNull();
    assertThat(cluster.node(3).stopped()).isNotNull();
  }

  /** Without it there is no leader, and without a leader it does not join. */
  @ParameterizedTest
  @CsvSource({"2, 2, 2", "3, 1, 3", "3, 2, 3"})
  void one_of_members_that_are_all_needed_stops_with_the_reason(
      int replicas, int phase1, int phase2) {
    loseOneOf(Settings.of(replicas).quorums(phase1, phase2));
    cluster.elapse(Settings.PATIENCE_NANOS + Settings.ELECTION_NANOS);
    assertThat(cluster.node(1).stopped()).contains("synod force-quorum");
    assertThat(cluster.replica(0).leads()).isFalse();
  }

  @Test
  void where_all_must_promise_it_joins_while_the_leader_lives() {
    loseOneOf(Settings.of(3).quorums(3, 1));
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(1).currentRole()).isEqualTo(Role.FOLLOWER);
    cluster.works(3);
  }

  private void loseOneOf(Settings settings) {
    cluster = lead(settings);
    cluster.node(1).loseDirectory();
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    cluster.node(1).start();
  }

  @Test
  void the_reason_names_what_was_lost() {
    for (int replica = 1; replica < 3; replica++) {
      cluster.node(replica).crash();
      cluster.node(replica).disk().rot("the header at segment 1, offset 4096 is damaged");
      cluster.node(replica).start();
    }
    cluster.elapse(Settings.PATIENCE_NANOS + Settings.ELECTION_NANOS);
    assertThat(cluster.node(1).stopped()).contains("segment 1, offset 4096");
  }

  @Test
  void the_reason_of_lost_directories_says_so_and_what_to_do_with_those_that_are_left() {
    cluster = lead(Settings.of(3).durability(Durability.SYNC));
    for (int replica = 1; replica < 3; replica++) {
      cluster.node(replica).restartEmpty();
    }
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(1).effects().events(ProtocolEvent.TooManyLost.class))
        .containsExactly(new ProtocolEvent.TooManyLost(Settings.PATIENCE_NANOS));
    cluster.elapse(Settings.PATIENCE_NANOS);
    assertThat(cluster.node(1).stopped())
        .contains("its directory has no record of what it promised and voted")
        .doesNotContain("not kept on disk")
        .contains("keep every directory that is left", "synod force-quorum");
  }

  @Test
  void patience_begins_anew_when_one_of_them_comes_back() {
    cluster = lead(Settings.of(3).durability(Durability.VIEW));
    cluster.node(1).crash();
    cluster.node(2).crash();
    cluster.node(2).start();
    cluster.elapse(10 * Settings.PATIENCE_NANOS);
    assertThat(cluster.node(2).stopped()).as("1 is silent, and may remember").isNull();
    cluster.node(1).start();
    cluster.elapse(Settings.PATIENCE_NANOS + Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).stopped()).isNotNull();
  }

  @Test
  void one_alone_that_has_forgotten_stops_at_once() {
    cluster = new TestCluster(Settings.of(1).durability(Durability.VIEW));
    cluster.node(0).restart();
    assertThat(cluster.node(0).stopped()).contains("cannot recover");
  }

  @Test
  void two_recover_at_a_time_where_the_quorums_allow_it() {
    cluster = lead(Settings.of(5).durability(Durability.MEMORY));
    cluster.proposeAndDeliver(0, "a");
    cluster.node(3).restart();
    cluster.node(4).restart();
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(3).currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(cluster.replica(4).currentRole()).isEqualTo(Role.FOLLOWER);
    cluster.works(5);
  }

  /** Otherwise it would not remember at its next start either, and nor might a second one. */
  @Test
  void one_whose_snapshot_is_damaged_joins_once_a_new_one_reaches_as_far() {
    cluster = lead(Settings.of(3).durability(Durability.SYNC));
    cluster.propose(0, "a");
    cluster.elapse(Settings.HEARTBEAT_NANOS);
    for (int replica = 1; replica < 3; replica++) {
      cluster.node(replica).step(new Event.SnapshotWanted());
      cluster.node(replica).crash();
      assertThat(cluster.node(replica).disk().snapshotEnds()).hasSize(1);
      cluster.node(replica).disk().damageNewestSnapshot();
      cluster.node(replica).failSnapshots(true);
      cluster.node(replica).start();
      cluster.elapse(5 * Settings.ELECTION_NANOS);
      assertThat(cluster.replica(replica).currentRole()).isEqualTo(Role.RECOVERING);
      cluster.node(replica).failSnapshots(false);
      cluster.elapse(1_000 * Settings.MILLI + Settings.ELECTION_NANOS);
      assertThat(cluster.replica(replica).currentRole()).isEqualTo(Role.FOLLOWER);
    }
    cluster.nodes().forEach(node -> node.crash());
    for (int replica = 0; replica < 3; replica++) {
      cluster.node(replica).start();
      assertThat(cluster.replica(replica).currentRole()).isEqualTo(Role.FOLLOWER);
    }
    cluster.works(3);
  }

  /**
   * 0 knows that another directory has become replica 1, in whose place the old one was put back.
   */
  @Test
  void a_member_that_was_replaced_learns_so_from_a_recovering_replica_that_cannot_count_it() {
    cluster.node(0).step(new Event.Received(1, new Join(0, new Incarnation(2, 123))));
    cluster.drop(envelope -> envelope.to() == 1);
    cluster.node(2).restartEmpty();
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(1).stopped()).contains("has become a member as replica 1");
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.RECOVERING);
  }

  /**
   * 0 has opened a slot that nobody else knows, and is gone. Without requests it is never decided.
   */
  @Test
  void does_not_wait_for_a_slot_that_the_next_leader_does_not_know() {
    cluster = lead(Settings.of(5).durability(Durability.MEMORY));
    cluster.lose(envelope -> envelope.is(Accept.class));
    cluster.propose(0, "open");
    cluster.node(4).restart();
    cluster.elapse(Settings.ELECTION_NANOS / 2);
    assertThat(cluster.node(0).effects().sent(JoinReply.class))
        .last()
        .extracting(JoinReply::end)
        .isEqualTo(1L);
    cluster.node(0).crash();
    cluster.healAndElapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(4).currentRole()).isNotEqualTo(Role.RECOVERING);
    assertThat(cluster.replica(4).decided()).isZero();
    cluster.propose(cluster.leader(), "next");
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(4).delivered()).containsExactly("next");
  }

  @Test
  void a_replica_without_space_joins_once_it_has_some() {
    cluster.node(2).restartEmpty();
    cluster.node(2).fillDisk(true);
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.RECOVERING);
    cluster.node(2).fillDisk(false);
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.FOLLOWER);
  }

  private static TestCluster lead(Settings settings) {
    TestCluster cluster = TestCluster.led(settings);
    return cluster;
  }
}
