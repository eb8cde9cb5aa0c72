package io.synod.core.pipeline;

import static io.synod.core.testing.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.log.Log;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipLog;
import io.synod.core.membership.Memberships;
import io.synod.core.message.Accept;
import io.synod.core.message.Vote;
import io.synod.core.relay.DirectBroadcast;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.testing.Settings;
import io.synod.core.time.Deadline;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A window of three among three replicas. */
class PipelineTest {
  private static final View VIEW = new View(5, 0);
  private static final long FAR = 1000;

  private final Log log = new Log(0);
  private final RecordedEffects out = new RecordedEffects();
  private Pipeline pipeline = pipeline();
  private long now = 7_000;

  @Test
  void the_window_is_strict() {
    for (int index = 0; index < 5; index++) {
      pipeline.propose(batch("b" + index), FAR, now, out);
      if (index >= 2) {
        assertThat(slots()).containsExactly(0L, 1L, 2L);
      }
      if (index == 2) {
        assertThat(pipeline.open()).isEqualTo(3);
      }
    }
  }

  @Test
  void a_decision_beyond_a_gap_frees_no_slot() {
    propose("a", "b", "c", "d");
    decide(1);
    decide(2);
    assertThat(slots()).containsExactly(0L, 1L, 2L);
    decide(0);
    assertThat(slots()).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void more_batches_than_the_window_may_not_wait() {
    propose("a", "b", "c", "d", "e", "f");
    assertThatThrownBy(() -> propose("g")).isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void nothing_is_opened_beyond_the_backlog() {
    pipeline.propose(batch("a"), 1, now, out);
    pipeline.propose(batch("b"), 1, now, out);
    assertThat(slots()).containsExactly(0L);
    pipeline.fill(2, now, out);
    assertThat(slots()).containsExactly(0L, 1L);
  }

  @Test
  void votes_of_phase_1_come_first_gaps_as_no_ops_within_the_window() {
    log.decide(0, batch("known"));
    pipeline = pipeline(null, vote(2, "y"), null, vote(4, "z"));
    propose("new");
    assertThat(texts()).containsExactly("no-op", "y", "no-op");
    decide(1);
    decide(2);
    assertThat(texts()).containsExactly("no-op", "y", "no-op", "z", "new");
    assertThat(slots()).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void votes_that_were_taken_over_are_not_kept_for_the_whole_leadership() {
    Vote vote = vote(0, "old");
    pipeline = pipeline(vote);
    pipeline.fill(FAR, now, out);
    decide(0);
    out.clear();
    propose("new");
    assertThat(pipeline).extracting("takeOver.votes").isEqualTo(new Vote[0]);
    assertThat(slots()).containsExactly(1L);
  }

  @Test
  void slots_that_became_known_meanwhile_are_not_proposed() {
    pipeline = pipeline(vote(0, "x"), vote(1, "y"), vote(2, "z"));
    log.decide(1, batch("y"));
    pipeline.fill(FAR, now, out);
    assertThat(slots()).containsExactly(0L, 2L);
  }

  @Test
  void catching_up_moves_the_window_on() {
    for (int slot = 0; slot < 10; slot++) {
      log.decide(slot, batch("s" + slot));
    }
    propose("new");
    assertThat(slots()).containsExactly(10L);
    pipeline.invariants();
  }

  @Test
  void a_quorum_of_votes_decides_once() {
    propose("a");
    assertThat(vote(0, 1)).isNull();
    assertThat(vote(0, 1)).as("the same voter again").isNull();
    assertThat(vote(0, 2)).isEqualTo(batch("a"));
    decide(0);
    assertThat(vote(0, 0)).as("a late vote").isNull();
  }

  @Test
  void an_aggregate_of_votes_is_one_message() {
    propose("a");
    ReplicaSet both = ReplicaSet.of(1).with(2);
    assertThat(pipeline.onAccepted(VIEW, 0, both)).isEqualTo(batch("a"));
  }

  @Test
  void votes_of_other_views_never_mix() {
    propose("a");
    vote(0, 1);
    assertThat(pipeline.onAccepted(new View(4, 0), 0, ReplicaSet.all(3))).isNull();
    assertThat(pipeline.onAccepted(new View(6, 1), 0, ReplicaSet.all(3))).isNull();
  }

  @Test
  void votes_for_slots_that_are_not_open_do_not_count() {
    propose("a");
    assertThat(pipeline.onAccepted(VIEW, 3, ReplicaSet.all(3))).isNull();
  }

  @Test
  void only_its_own_proposals_are_reported_as_decided() {
    pipeline = pipeline(vote(0, "old"));
    propose("new");
    decide(0);
    assertThat(out.of(Effect.ProposalDecided.class)).isEmpty();
    now += 42;
    decide(1);
    assertThat(out.of(Effect.ProposalDecided.class))
        .containsExactly(new Effect.ProposalDecided(VIEW, 42));
  }

  @Test
  void undecided_slots_are_resent_to_replicas_that_have_not_voted() {
    propose("a", "b");
    vote(0, 2);
    out.clear();
    assertThat(pipeline.nextWakeUpNanos()).isEqualTo(now + Settings.RETRANSMIT_NANOS);
    now += Settings.RETRANSMIT_NANOS;
    pipeline.onDeadline(now, out);
    assertThat(out.lines())
        .containsExactly(
            "send {0,1} Accept view 5.0 slot 0 [a], commit 0",
            "send {0,1,2} Accept view 5.0 slot 1 [b], commit 0");
    assertThat(out.events(ProtocolEvent.Retransmitted.class))
        .containsExactly(new ProtocolEvent.Retransmitted(2));
    assertThat(pipeline.nextWakeUpNanos()).isEqualTo(now + Settings.RETRANSMIT_NANOS);
  }

  @Test
  void each_instance_is_sent_again_by_its_own_age() {
    propose("a");
    now += Settings.RETRANSMIT_NANOS / 2;
    propose("b");
    out.clear();
    now += Settings.RETRANSMIT_NANOS / 2;
    pipeline.onDeadline(now, out);
    assertThat(slots()).containsExactly(0L);
    assertThat(pipeline.nextWakeUpNanos()).isEqualTo(now + Settings.RETRANSMIT_NANOS / 2);
  }

  @Test
  void nothing_is_sent_again_once_all_is_decided() {
    propose("a");
    decide(0);
    out.clear();
    now += Settings.RETRANSMIT_NANOS;
    pipeline.onDeadline(now, out);
    assertThat(out.all()).isEmpty();
    assertThat(pipeline.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void knows_when_a_slot_was_decided_otherwise() {
    propose("a", "b");
    log.decide(0, batch("other"));
    log.decide(1, batch("b"));
    assertThat(pipeline.proposesOtherwise(0)).isTrue();
    assertThat(pipeline.proposesOtherwise(1)).isFalse();
    assertThat(pipeline.proposesOtherwise(2)).isFalse();
  }

  private Pipeline pipeline(Vote... votes) {
    TakeOver takeOver = new TakeOver(VIEW, log.decided(), votes);
    return new Pipeline(
        new MembershipLog(
            Memberships.beginning(Membership.of(Quorums.majority(3), 3)), log.decided()),
        3,
        Settings.timeouts(),
        log,
        new DirectBroadcast(ReplicaSet.all(3)),
        takeOver);
  }

  private static Vote vote(long slot, String text) {
    return new Vote(slot, new View(1, 1), false, batch(text));
  }

  private void propose(String... texts) {
    for (String text : texts) {
      pipeline.propose(batch(text), FAR, now, out);
    }
  }

  private Batch vote(long slot, int replica) {
    return pipeline.onAccepted(VIEW, slot, ReplicaSet.of(replica));
  }

  /** As the replica does when votes have decided {@code slot}. */
  private void decide(long slot) {
    for (Accept accept : out.sent(Accept.class)) {
      if (accept.slot() == slot) {
        log.decide(slot, accept.batch());
      }
    }
    pipeline.close(slot, now, out);
    pipeline.fill(FAR, now, out);
    pipeline.invariants();
  }

  private List<Long> slots() {
    return out.sent(Accept.class).stream().map(Accept::slot).toList();
  }

  private List<String> texts() {
    return out.sent(Accept.class).stream().map(a -> Batches.text(a.batch())).toList();
  }
}
