package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.event.Event;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.message.QuorumRead;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.settings.Consistency;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import org.junit.jupiter.api.Test;

class FollowerTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);

  private final Single single = new Single(Settings.of(3));

  @Test
  void begins_as_a_follower_of_nobody() {
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(-1);
    assertThat(single.replica.leads()).isFalse();
  }

  @Test
  void pre_votes_first_within_one_election_timeout_of_its_start() {
    assertThat(single.replica.nextWakeUpNanos() - single.nowNanos())
        .isBetween(0L, Settings.ELECTION_NANOS);
    single.wake();
    assertThat(single.replica.currentRole()).isEqualTo(Role.PRE_CANDIDATE);
  }

  @Test
  void every_sign_of_its_leader_renews_its_patience_of_one_to_two_timeouts() {
    for (int round = 0; round < 50; round++) {
      single.pass(Settings.HEARTBEAT_NANOS).heartbeat(V1, 0);
      assertThat(single.replica.nextWakeUpNanos() - single.nowNanos())
          .isBetween(Settings.ELECTION_NANOS, 2 * Settings.ELECTION_NANOS);
    }
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(1);
  }

  @Test
  void every_prepare_that_it_answers_renews_its_patience() {
    single.heartbeat(V1, 0);
    for (int part = 0; part < 10; part++) {
      single.pass(Settings.ELECTION_NANOS - 1).receive(2, new Prepare(V2, part));
      assertThat(single.replica.nextWakeUpNanos() - single.nowNanos())
          .isBetween(Settings.ELECTION_NANOS, 2 * Settings.ELECTION_NANOS);
    }
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(-1);
  }

  @Test
  void a_prepare_that_it_rejects_does_not_renew_its_patience() {
    single.heartbeat(V2, 0);
    long wakeUp = single.replica.nextWakeUpNanos();
    single.pass(Settings.ELECTION_NANOS / 2).receive(1, new Prepare(V1, 0));
    assertThat(single.replica.nextWakeUpNanos()).isEqualTo(wakeUp);
  }

  @Test
  void an_accept_is_a_sign_of_the_leader_too() {
    single.accept(V1, 0, "a");
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(1);
  }

  @Test
  void acknowledges_a_heartbeat_when_durable() {
    single.heartbeat(V1, 0);
    assertThat(single.out.lines())
        .containsExactly(
            "promises view 1.1",
            "send-when-durable {1} HeartbeatAck view 1.1 round 1, decided before 0, executed before 0");
  }

  @Test
  void a_heartbeat_of_an_earlier_view_is_refused_and_no_sign_of_a_leader() {
    single.receive(2, new Prepare(V2, 0)).heartbeat(V1, 0);
    assertThat(single.out.lines())
        .last()
        .isEqualTo("send-when-durable {1} Reject view 1.1, promised view 2.2");
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(-1);
  }

  @Test
  void does_not_grant_a_pre_vote_while_its_leader_is_live() {
    single.heartbeat(V1, 0);
    assertThat(grants(V2)).isFalse();
    single.pass(Settings.ELECTION_NANOS - 1);
    assertThat(grants(V2)).isFalse();
    single.pass(1);
    assertThat(grants(V2)).isTrue();
  }

  @Test
  void grants_a_pre_vote_at_once_when_the_leader_s_connection_breaks() {
    single.heartbeat(V1, 0);
    single.step(new Event.PeerDisconnected(2));
    assertThat(grants(V2)).isFalse();
    single.step(new Event.PeerDisconnected(1));
    assertThat(grants(V2)).isTrue();
    assertThat(single.replica.nextWakeUpNanos() - single.nowNanos())
        .isBetween(0L, Settings.ELECTION_NANOS / 4 + 1);
  }

  @Test
  void after_promising_a_later_view_it_follows_no_leader_until_its_heartbeat() {
    single.heartbeat(V1, 0).receive(2, new Prepare(V2, 0));
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(-1);
    assertThat(grants(new View(3, 1))).isTrue();
    single.heartbeat(V2, 0);
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(2);
    assertThat(grants(new View(3, 1))).isFalse();
  }

  @Test
  void grants_no_view_that_it_could_not_promise() {
    single.receive(2, new Prepare(V2, 0));
    assertThat(grants(V1)).isFalse();
    assertThat(grants(V2)).isFalse();
    assertThat(single.out.sent(PreVoteReply.class)).allMatch(r -> r.promised().equals(V2));
  }

  @Test
  void does_not_grant_a_pre_vote_to_one_that_lacks_what_it_has_cut() {
    single.accept(V1, 0, "a").heartbeat(V1, 1);
    single.step(new Event.Executed(1));
    single.receive(1, new Heartbeat(V1, 1, 1, 0, 2));
    assertThat(single.replica.firstKept()).isEqualTo(1);
    single.pass(Settings.ELECTION_NANOS);
    assertThat(grants(V2)).isFalse();
    single.receive(2, new PreVote(V2, 1));
    assertThat(lastReply().granted()).isTrue();
  }

  @Test
  void a_pre_vote_raises_nobody_s_view() {
    single.receive(2, new PreVote(new View(9, 2), 0));
    assertThat(single.replica.promised()).isEqualTo(View.NONE);
    assertThat(single.out.of(Effect.Stored.class)).isEmpty();
  }

  @Test
  void refuses_reads_and_drops_proposals() {
    single.step(new Event.ReadRequested("r", Consistency.LEADER));
    single.step(new Event.Proposed(V1, Batches.batch("a")));
    assertThat(single.out.lines()).containsExactly("refuse read r");
  }

  @Test
  void a_prepare_that_comes_by_way_of_a_relay_is_answered_to_the_relay() {
    single.receive(1, new Prepare(V2, 0));
    assertThat(single.out.lines())
        .containsExactly(
            "promises view 2.2",
            "send-when-durable {1} Promise view 2.2, votes from slot 0 on: none");
  }

  private boolean grants(View view) {
    single.receive(view.leader(), new PreVote(view, 0));
    return lastReply().granted();
  }

  private PreVoteReply lastReply() {
    var replies = single.out.sent(PreVoteReply.class);
    return replies.get(replies.size() - 1);
  }

  /** The members of another membership may have other quorums. */
  @Test
  void only_a_proxy_of_its_own_membership_learns_up_to_where_it_has_voted() {
    single.receive(2, new QuorumRead(1, 7));
    assertThat(single.out.sent(QuorumReadReply.class)).isEmpty();
    single.receive(2, new QuorumRead(0, 7));
    assertThat(single.out.sent(QuorumReadReply.class))
        .containsExactly(new QuorumReadReply(7, View.NONE, 0, 0));
  }

  /** Its decisions are no commit of that view. */
  @Test
  void one_that_has_promised_a_view_does_not_answer_a_proxy_as_its_leader() {
    single.heartbeat(V1, 0).receive(2, new QuorumRead(0, 7));
    assertThat(single.out.sent(QuorumReadReply.class))
        .containsExactly(new QuorumReadReply(7, View.NONE, 0, 0));
  }
}
