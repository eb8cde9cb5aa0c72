package io.synod.core.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.log.Log;
import io.synod.core.message.Accept;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.testing.Batches;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.testing.Settings;
import org.junit.jupiter.api.Test;

class AcceptorTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);

  private final Log log = new Log(0);
  private final Acceptor acceptor = new Acceptor(0, log, View.NONE, 1 << 20);
  private final RecordedEffects out = new RecordedEffects();

  @Test
  void a_slot_that_is_decided_otherwise_is_not_voted_for() {
    accept(V1, 0, "old");
    log.decide(0, Batches.batch("new"));
    out.clear();
    assertThat(accept(V1, 0, "old")).as("still follows the leader").isTrue();
    assertThat(out.lines()).isEmpty();
    assertThat(out.events(ProtocolEvent.Ignored.class)).hasSize(1);
    assertThat(log.batch(0)).isEqualTo(Batches.batch("new"));
  }

  @Test
  void without_word_of_the_take_over_all_votes_may_be_decided() {
    accept(V1, 4, "a");
    assertThat(acceptor.votedEnd()).isEqualTo(5);
    acceptor.promise(V2, out);
    assertThat(acceptor.votedEnd()).isEqualTo(5);
    acceptor.onTakenOver(V1, 0);
    assertThat(acceptor.votedEnd()).as("of another view").isEqualTo(5);
  }

  @Test
  void behind_the_take_over_only_votes_of_its_view_may_be_decided() {
    accept(V1, 4, "a");
    acceptor.promise(V2, out);
    acceptor.onTakenOver(V2, 2);
    assertThat(acceptor.votedEnd()).isEqualTo(2);
    accept(V2, 2, "b");
    assertThat(acceptor.votedEnd()).isEqualTo(3);
    accept(V2, 4, "c");
    assertThat(acceptor.votedEnd()).isEqualTo(5);
  }

  @Test
  void a_decided_slot_counts_as_voted() {
    acceptor.promise(V2, out);
    acceptor.onTakenOver(V2, 0);
    log.decide(0, Batches.batch("a"));
    assertThat(acceptor.votedEnd()).isEqualTo(1);
  }

  @Test
  void the_decision_is_voted_for_again_in_a_later_view() {
    log.decide(0, Batches.batch("a"));
    accept(V2, 0, "a");
    assertThat(out.lines())
        .containsExactly(
            "promises view 2.2",
            "votes view 2.2 slot 0 [a]",
            "send-when-durable {2} Accepted view 2.2 slot 0, votes of {0}");
  }

  @Test
  void a_repeated_accept_is_voted_for_again_but_not_written_again() {
    accept(V1, 0, "a");
    out.clear();
    accept(V1, 0, "a");
    assertThat(out.lines())
        .containsExactly("send-when-durable {1} Accepted view 1.1 slot 0, votes of {0}");
  }

  @Test
  void a_slot_that_was_cut_is_voted_for_without_a_trace() {
    log.decide(0, Batches.batch("a"));
    log.cut(1);
    accept(V1, 0, "a");
    assertThat(out.lines())
        .containsExactly(
            "promises view 1.1", "send-when-durable {1} Accepted view 1.1 slot 0, votes of {0}");
    assertThat(log.first()).isEqualTo(1);
    assertThat(log.vote(0)).isNull();
  }

  @Test
  void a_slot_beyond_the_backlog_is_not_voted_for() {
    assertThat(acceptor.onAccept(1, new Accept(V1, 7, 0, Batches.batch("a")), 7, out)).isTrue();
    assertThat(out.lines()).containsExactly("promises view 1.1");
    assertThat(log.end()).isZero();
  }

  @Test
  void a_relayed_accept_is_answered_to_the_relay_and_rejected_to_the_leader() {
    acceptor.onAccept(2, new Accept(V1, 0, 0, Batches.batch("a")), 64, out);
    acceptor.onPrepare(1, new Prepare(V2, 0), Settings.incarnations(3), out);
    acceptor.onAccept(2, new Accept(V1, 1, 0, Batches.batch("b")), 64, out);
    acceptor.onPrepare(2, new Prepare(V1, 0), Settings.incarnations(3), out);
    assertThat(out.lines())
        .containsExactly(
            "promises view 1.1",
            "votes view 1.1 slot 0 [a]",
            "send-when-durable {2} Accepted view 1.1 slot 0, votes of {0}",
            "promises view 2.2",
            "send-when-durable {1} Promise view 2.2, votes from slot 0 on: slot 0 view 1.1 [a]",
            "send-when-durable {1} Reject view 1.1, promised view 2.2",
            "send-when-durable {1} Reject view 1.1, promised view 2.2");
    assertThat(out.sent(Promise.class))
        .allMatch(promise -> promise.end() == 1 && promise.logEnd() == 1)
        .hasSize(1);
  }

  @Test
  void an_accept_promises_its_view() {
    accept(V2, 0, "a");
    out.clear();
    assertThat(accept(V1, 1, "b")).isFalse();
    acceptor.onPrepare(1, new Prepare(V1, 0), Settings.incarnations(3), out);
    assertThat(out.lines())
        .containsExactly(
            "send-when-durable {1} Reject view 1.1, promised view 2.2",
            "send-when-durable {1} Reject view 1.1, promised view 2.2");
  }

  private boolean accept(View view, long slot, String text) {
    return acceptor.onAccept(
        view.leader(), new Accept(view, slot, 0, Batches.batch(text)), 64, out);
  }
}
