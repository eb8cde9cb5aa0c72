package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Reject;
import io.synod.core.message.Vote;
import io.synod.core.settings.Consistency;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

class CandidateTest {
  private final Single single = new Single(Settings.of(3));

  @Test
  void promises_its_view_durably_before_it_asks_anybody() {
    View view = single.preVote();
    single.out.clear();
    single.receive(0, new PreVoteReply(view, true, View.NONE));
    single.receive(1, new PreVoteReply(view, true, View.NONE));
    assertThat(single.replica.currentRole()).isEqualTo(Role.CANDIDATE);
    assertThat(single.out.lines())
        .containsExactly(
            "promises view 1.0", "send-when-durable {0,1,2} Prepare view 1.0 from slot 0");
  }

  @Test
  void leads_when_a_quorum_has_promised_completely() {
    View view = single.candidate(2);
    promise(1, view, 0, 0, 0);
    assertThat(single.replica.currentRole()).isEqualTo(Role.CANDIDATE);
    promise(1, view, 0, 0, 0);
    assertThat(single.replica.currentRole()).as("one replica twice").isEqualTo(Role.CANDIDATE);
    promise(2, view, 0, 0, 0);
    assertThat(single.replica.leads()).isTrue();
  }

  @Test
  void an_incomplete_promise_is_asked_for_the_rest_and_does_not_count_yet() {
    View view = single.candidate(2);
    promise(0, view, 0, 0, 0);
    single.out.clear();
    promise(1, view, 0, 1, 2, vote(0, "a"));
    assertThat(single.replica.currentRole()).isEqualTo(Role.CANDIDATE);
    assertThat(single.out.lines())
        .containsExactly("send-when-durable {1} Prepare view 1.0 from slot 1");
    promise(1, view, 0, 1, 2, vote(0, "a"));
    assertThat(single.replica.leads()).as("the first part repeated").isFalse();
    promise(1, view, 1, 2, 2, vote(1, "b"));
    assertThat(single.replica.leads()).isTrue();
    assertThat(single.out.sent(Accept.class))
        .extracting(accept -> Batches.text(accept.batch()))
        .containsExactly("a", "b");
  }

  @Test
  void asks_again_only_replicas_without_a_complete_promise() {
    View view = single.candidate(2);
    promise(1, view, 0, 0, 0);
    promise(2, view, 0, 1, 5, vote(0, "a"));
    single.out.clear();
    single.pass(Settings.ELECTION_NANOS / 3);
    assertThat(single.out.lines())
        .containsExactly(
            "send-when-durable {0} Prepare view 1.0 from slot 0",
            "send-when-durable {2} Prepare view 1.0 from slot 1");
  }

  @Test
  void promises_of_other_views_do_not_count() {
    single.candidate(2);
    View other = new View(1, 2);
    promise(1, other, 0, 0, 0);
    promise(2, other, 0, 0, 0);
    assertThat(single.replica.currentRole()).isEqualTo(Role.CANDIDATE);
  }

  @Test
  void a_forged_promise_of_a_slot_far_ahead_is_ignored() {
    View view = single.candidate(2);
    promise(0, view, 0, 0, 0);
    promise(1, view, 0, 1, 1, vote(1L << 31, "forged"));
    assertThat(single.replica.currentRole()).isEqualTo(Role.CANDIDATE);
    promise(1, view, 0, 0, 0);
    assertThat(single.replica.currentRole()).isEqualTo(Role.LEADER);
  }

  @Test
  void steps_back_and_catches_up_when_its_log_was_cut_behind() {
    View view = single.candidate(2);
    single.out.clear();
    promise(1, view, 7, 7, 7);
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    single.pass(Settings.CATCH_UP_NANOS);
    assertThat(single.out.lines()).containsExactly("send {1} CatchUp from slot 0");
  }

  @Test
  void gives_its_view_up_when_nobody_answers() {
    single.candidate(2);
    long begun = single.nowNanos();
    while (single.replica.currentRole() == Role.CANDIDATE) {
      single.wake();
    }
    assertThat(single.nowNanos() - begun).isEqualTo(2 * Settings.ELECTION_NANOS);
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
  }

  @Test
  void does_not_give_its_view_up_while_parts_of_a_promise_arrive() {
    View view = single.candidate(2);
    promise(0, view, 0, 0, 0);
    for (int slot = 0; slot < 20; slot++) {
      single.pass(Settings.ELECTION_NANOS / 2);
      promise(1, view, slot, slot + 1, 20, vote(slot, "s" + slot));
    }
    assertThat(single.replica.leads()).isTrue();
  }

  /** Otherwise candidates that lag would overtake each other for ever. */
  @Test
  void keeps_the_decisions_of_an_incomplete_promise() {
    View view = single.candidate(2);
    promise(1, view, 0, 3, 9, decided(0, "a"), decided(1, "b"), vote(2, "c"));
    promise(1, view, 3, 4, 9, decided(3, "d"));
    assertThat(single.replica.decided()).isEqualTo(2);
    single.receive(2, new Prepare(new View(view.round() + 1, 2), 0));
    View next = single.candidate(2);
    assertThat(single.out.sent(Prepare.class)).last().isEqualTo(new Prepare(next, 2, View.NONE));
  }

  @Test
  void never_leads_the_same_view_twice() {
    View first = single.candidate(2);
    while (single.replica.currentRole() == Role.CANDIDATE) {
      single.wake();
    }
    View second = single.candidate(2);
    assertThat(second.isAfter(first)).isTrue();
    promise(1, first, 0, 0, 0);
    promise(2, first, 0, 0, 0);
    assertThat(single.replica.leads()).isFalse();
  }

  @Test
  void a_refusal_ends_it_and_its_next_view_is_higher_than_the_refuser_s() {
    View view = single.candidate(2);
    View higher = new View(8, 2);
    single.receive(2, new Reject(view, higher));
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.preVote()).isEqualTo(new View(9, 0));
  }

  @Test
  void a_refusal_of_an_earlier_view_is_ignored() {
    View first = single.candidate(2);
    while (single.replica.currentRole() == Role.CANDIDATE) {
      single.wake();
    }
    single.candidate(2);
    single.receive(2, new Reject(first, new View(1, 2)));
    assertThat(single.replica.currentRole()).isEqualTo(Role.CANDIDATE);
  }

  @Test
  void promising_a_later_view_ends_it() {
    single.candidate(2);
    single.receive(2, new Prepare(new View(1, 2), 0));
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
  }

  @Test
  void a_leader_of_a_later_view_ends_it() {
    single.candidate(2);
    single.heartbeat(new View(3, 1), 0);
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(1);
  }

  @Test
  void proposals_and_reads_are_not_for_candidates() {
    View view = single.candidate(2);
    single.out.clear();
    single.step(new Event.Proposed(view, Batches.batch("a")));
    single.step(new Event.ReadRequested("r", Consistency.LEADER));
    assertThat(single.out.lines()).containsExactly("refuse read r");
  }

  private void promise(int from, View view, long first, long end, long logEnd, Vote... votes) {
    single.receive(
        from, new Promise(view, first, end, logEnd, List.of(votes), Settings.incarnations(3)));
  }

  private static Vote decided(long slot, String text) {
    return new Vote(slot, View.NONE, true, Batches.batch(text));
  }

  private static Vote vote(long slot, String text) {
    return new Vote(slot, View.NONE, false, Batches.batch(text));
  }
}
