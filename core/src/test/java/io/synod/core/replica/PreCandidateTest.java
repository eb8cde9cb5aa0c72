package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.CatchUp;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.settings.Consistency;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import org.junit.jupiter.api.Test;

class PreCandidateTest {
  private final Single single = new Single(Settings.of(5));

  @Test
  void asks_everybody_and_raises_nobody_s_view_not_even_its_own() {
    View view = single.preVote();
    assertThat(view).isEqualTo(new View(1, 0));
    assertThat(single.out.lines())
        .containsExactly("send {0,1,2,3,4} PreVote view 1.0, decided before 0");
    assertThat(single.replica.promised()).isEqualTo(View.NONE);
    assertThat(single.out.of(Effect.Stored.class)).isEmpty();
  }

  @Test
  void runs_for_the_view_when_a_quorum_would_promise_it() {
    View view = single.preVote();
    reply(0, view, true);
    reply(1, view, true);
    reply(1, view, true);
    assertThat(single.replica.currentRole()).isEqualTo(Role.PRE_CANDIDATE);
    reply(4, view, true);
    assertThat(single.replica.currentRole()).isEqualTo(Role.CANDIDATE);
    assertThat(single.replica.promised()).isEqualTo(view);
  }

  @Test
  void does_not_run_with_a_small_phase_1_quorum_if_too_few_are_there_to_decide() {
    Single flexible = new Single(Settings.of(5).quorums(2, 4));
    View view = flexible.preVote();
    for (int from = 0; from < 4; from++) {
      assertThat(flexible.replica.currentRole()).isEqualTo(Role.PRE_CANDIDATE);
      flexible.receive(from, new PreVoteReply(view, true, View.NONE));
    }
    assertThat(flexible.replica.currentRole()).isEqualTo(Role.CANDIDATE);
  }

  @Test
  void refusals_and_grants_of_other_views_do_not_count() {
    View view = single.preVote();
    for (int from = 0; from < 5; from++) {
      reply(from, view, false);
      reply(from, new View(1, 3), true);
    }
    assertThat(single.replica.currentRole()).isEqualTo(Role.PRE_CANDIDATE);
  }

  @Test
  void a_replica_that_cannot_win_pre_votes_on_and_never_raises_the_view() {
    for (int attempt = 0; attempt < 100; attempt++) {
      single.wake();
    }
    assertThat(single.replica.currentRole()).isEqualTo(Role.PRE_CANDIDATE);
    assertThat(single.out.events(ProtocolEvent.PreVoting.class)).hasSize(100);
    assertThat(single.replica.promised()).isEqualTo(View.NONE);
    assertThat(single.out.sent(PreVote.class)).allMatch(c -> c.view().equals(new View(1, 0)));
  }

  @Test
  void backs_off_between_pre_votes_up_to_a_bound() {
    single.preVote();
    for (int attempt = 0; attempt < 20; attempt++) {
      long pause = single.replica.nextWakeUpNanos() - single.nowNanos();
      long base = (Settings.ELECTION_NANOS / 2) << Math.min(attempt, 2);
      assertThat(pause).isBetween(base, 2 * base);
      single.wake();
    }
  }

  @Test
  void the_next_pre_vote_is_for_a_view_beyond_what_the_refusers_have_promised() {
    View view = single.preVote();
    single.receive(2, new PreVoteReply(view, false, new View(6, 3)));
    assertThat(single.preVote()).isEqualTo(new View(7, 0));
  }

  @Test
  void asks_the_last_refuser_for_decisions_when_it_pre_votes_again() {
    View view = single.preVote();
    single.receive(2, new PreVoteReply(view, false, View.NONE));
    single.receive(3, new PreVoteReply(view, false, View.NONE));
    single.receive(0, new PreVoteReply(view, false, View.NONE));
    assertThat(single.out.sent(CatchUp.class)).as("a leader may send something yet").isEmpty();
    single.preVote();
    assertThat(single.out.lines()).contains("send {3} CatchUp from slot 0");
    single.preVote();
    assertThat(single.out.sent(CatchUp.class)).as("nobody has refused").isEmpty();
  }

  @Test
  void grants_its_own_pre_vote_and_that_of_a_rival() {
    View view = single.preVote();
    single.receive(0, new PreVote(view, 0)).receive(3, new PreVote(new View(1, 3), 0));
    assertThat(single.out.sent(PreVoteReply.class)).hasSize(2).allMatch(PreVoteReply::granted);
  }

  @Test
  void follows_a_leader_that_shows_itself() {
    single.preVote();
    single.heartbeat(new View(1, 2), 0);
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(2);
  }

  @Test
  void gives_up_when_it_promises_a_view_beyond_the_pre_voted_one() {
    single.preVote();
    single.receive(3, new Prepare(new View(1, 3), 0));
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
  }

  @Test
  void refuses_reads() {
    single.preVote();
    single.step(new Event.ReadRequested("r", Consistency.LEADER));
    assertThat(single.out.lines()).last().isEqualTo("refuse read r");
  }

  private void reply(int from, View view, boolean granted) {
    single.receive(from, new PreVoteReply(view, granted, View.NONE));
  }
}
