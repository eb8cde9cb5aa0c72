package io.synod.core.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.View;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.time.FixedTimeouts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeartbeatsTest {
  private static final View VIEW = new View(1, 0);
  private static final long START = 5_000;

  @Test
  void is_due_at_once_and_then_once_per_interval() {
    Heartbeats heartbeats = of(Quorums.majority(3));
    assertThat(heartbeats.isDue(START)).isTrue();
    assertThat(heartbeats.round()).isZero();
    assertThat(heartbeats.nextRound(START, 0)).isEqualTo(1);
    assertThat(heartbeats.isDue(START + 19)).isFalse();
    assertThat(heartbeats.nextWakeUpNanos()).isEqualTo(START + 20);
    assertThat(heartbeats.isDue(START + 20)).isTrue();
  }

  /** Of n replicas, n - q1 + 1 meet every Phase 1 quorum. */
  @ParameterizedTest
  @CsvSource({"1,1,1,1", "2,2,1,1", "3,2,2,2", "4,3,2,2", "5,3,3,3", "10,8,3,3", "5,2,4,4"})
  void a_round_is_confirmed_by_as_many_as_meet_every_phase_1_quorum(
      int replicas, int phase1, int phase2, int needed) {
    Heartbeats heartbeats = of(new Quorums(replicas, phase1, phase2));
    heartbeats.nextRound(START, 0);
    heartbeats.nextRound(START, 0);
    for (int from = 0; from < needed; from++) {
      assertThat(heartbeats.confirmedRound()).as("after %d answers", from).isZero();
      ack(heartbeats, from, 2, 0, START);
    }
    assertThat(heartbeats.confirmedRound()).isEqualTo(2);
  }

  @Test
  void answers_to_different_rounds_confirm_the_earlier_one() {
    Heartbeats heartbeats = of(Quorums.majority(3));
    ack(heartbeats, 0, 7, 0, START);
    ack(heartbeats, 1, 4, 0, START);
    assertThat(heartbeats.confirmedRound()).isEqualTo(4);
    ack(heartbeats, 1, 3, 0, START);
    assertThat(heartbeats.confirmedRound()).as("a late answer").isEqualTo(4);
  }

  @Test
  void how_far_a_replica_lags_is_judged_by_what_was_decided_when_it_was_asked() {
    Heartbeats heartbeats = of(Quorums.majority(3));
    heartbeats.nextRound(START, 100);
    heartbeats.nextRound(START, 500);
    heartbeats.onAck(1, new HeartbeatAck(VIEW, 1, 92, 92, 0), START);
    assertThat(heartbeats.obstacleToLeading(1, 8, 8, START)).isNull();
    assertThat(heartbeats.obstacleToLeading(1, 7, 8, START)).contains("lacks");
    assertThat(heartbeats.obstacleToLeading(1, 8, 7, START)).contains("to execute");
    heartbeats.onAck(1, new HeartbeatAck(VIEW, 2, 450, 440, 0), START);
    assertThat(heartbeats.obstacleToLeading(1, 50, 60, START)).isNull();
    assertThat(heartbeats.obstacleToLeading(1, 49, 60, START)).contains("lacks");
    heartbeats.onAck(1, new HeartbeatAck(VIEW, 1, 99, 99, 0), START);
    assertThat(heartbeats.obstacleToLeading(1, 49, 60, START)).as("late").contains("lacks");
  }

  /** Reads bring a round for each round trip to the nearest replicas. */
  @Test
  void a_far_replica_is_judged_by_its_answer_to_a_round_that_is_a_thousand_rounds_old() {
    Heartbeats heartbeats = of(Quorums.majority(3));
    for (int round = 1; round <= 1_001; round++) {
      heartbeats.nextRound(START, 100);
    }
    heartbeats.onAck(1, new HeartbeatAck(VIEW, 1, 0, 0, 0), START);
    assertThat(heartbeats.obstacleToLeading(1, 8, 8, START)).contains("lacks");
    heartbeats.onAck(1, new HeartbeatAck(VIEW, 2, 100, 100, 0), START);
    assertThat(heartbeats.obstacleToLeading(1, 8, 8, START)).isNull();
  }

  @Test
  void a_replica_that_starts_again_and_knows_less_counts_with_what_it_knows_now() {
    Heartbeats heartbeats = of(Quorums.majority(3));
    heartbeats.nextRound(START, 100);
    heartbeats.onAck(1, new HeartbeatAck(VIEW, 1, 100, 100, 0), START);
    assertThat(heartbeats.decided(1)).isEqualTo(100);
    heartbeats.nextRound(START, 100);
    heartbeats.onAck(1, new HeartbeatAck(VIEW, 2, 96, 96, 0), START);
    assertThat(heartbeats.decided(1)).isEqualTo(96);
    heartbeats.onAck(1, new HeartbeatAck(VIEW, 1, 100, 100, 0), START);
    assertThat(heartbeats.decided(1)).as("late").isEqualTo(96);
  }

  @Test
  void a_replica_whose_connection_is_lost_is_not_asked_to_lead_until_it_answers_again() {
    Heartbeats heartbeats = of(Quorums.majority(3));
    heartbeats.nextRound(START, 100);
    heartbeats.onAck(1, new HeartbeatAck(VIEW, 1, 100, 100, 0), START);
    heartbeats.onDisconnected(1);
    assertThat(heartbeats.obstacleToLeading(1, 8, 8, START))
        .isEqualTo("has lost its connection to the leader");
    heartbeats.onAck(1, new HeartbeatAck(VIEW, 1, 100, 100, 0), START);
    assertThat(heartbeats.obstacleToLeading(1, 8, 8, START)).isNull();
  }

  @Test
  void has_a_quorum_while_a_phase_2_quorum_has_answered_recently() {
    Heartbeats heartbeats = of(new Quorums(5, 2, 4));
    assertThat(heartbeats.hasQuorum(START + 100)).isTrue();
    assertThat(heartbeats.hasQuorum(START + 101)).isFalse();
    for (int from = 0; from < 4; from++) {
      assertThat(heartbeats.hasQuorum(START + 150)).isFalse();
      ack(heartbeats, from, 1, 0, START + 90);
    }
    assertThat(heartbeats.hasQuorum(START + 190)).isTrue();
    assertThat(heartbeats.hasQuorum(START + 191)).isFalse();
  }

  @Test
  void a_replica_that_misses_three_rounds_is_silent() {
    Heartbeats heartbeats = of(Quorums.majority(3));
    for (long now = START; now <= START + 60; now += 20) {
      assertThat(heartbeats.silent(0, now)).as("after %d", now - START).isEmpty();
      heartbeats.nextRound(now, 0);
      ack(heartbeats, 0, heartbeats.round(), 0, now);
    }
    assertThat(heartbeats.silent(0, START + 61)).containsExactly(1, 2);
    ack(heartbeats, 1, 1, 0, START + 62);
    assertThat(heartbeats.silent(0, START + 80)).containsExactly(2);
  }

  @Test
  void nobody_is_silent_because_the_leader_was_held_up() {
    Heartbeats heartbeats = of(Quorums.majority(3));
    heartbeats.nextRound(START, 0);
    long late = START + 20 + 75;
    assertThat(heartbeats.silent(0, late)).as("asked nobody meanwhile").isEmpty();
    for (long now = late; now <= late + 60; now += 20) {
      assertThat(heartbeats.silent(0, now)).isEmpty();
      heartbeats.nextRound(now, 0);
      ack(heartbeats, 0, heartbeats.round(), 0, now);
      ack(heartbeats, 1, heartbeats.round(), 0, now);
    }
    assertThat(heartbeats.silent(0, late + 61)).as("still no answer").containsExactly(2);
  }

  /** Four elect a leader and two decide: with three alive nobody else can be elected. */
  @Test
  void a_replica_that_was_silent_before_the_leader_was_held_up_counts_as_silent() {
    Heartbeats heartbeats = of(new Quorums(5, 4, 2));
    long last = START + 140;
    for (long now = START; now <= last; now += 20) {
      heartbeats.nextRound(now, 0);
      for (int alive = 0; alive < 3; alive++) {
        ack(heartbeats, alive, heartbeats.round(), 0, now);
      }
    }
    assertThat(heartbeats.obstacleToLeading(1, 8, 8, last)).contains("cannot be elected");
    long late = last + 20 + 75;
    assertThat(heartbeats.wasHeldUp(late)).isTrue();
    heartbeats.resume(late);
    assertThat(heartbeats.hasQuorum(late)).isTrue();
    assertThat(heartbeats.obstacleToLeading(1, 8, 8, late)).contains("cannot be elected");
  }

  @Test
  void nobody_is_silent_while_the_leader_s_own_disk_holds_its_rounds_up() {
    Heartbeats heartbeats = of(Quorums.majority(3));
    for (long now = START; now <= START + 100; now += 20) {
      assertThat(heartbeats.silent(0, now)).isEmpty();
      heartbeats.nextRound(now, 0);
    }
    for (long now = START + 120; now <= START + 160; now += 20) {
      ack(heartbeats, 0, heartbeats.round(), 0, now);
      ack(heartbeats, 1, heartbeats.round(), 0, now);
      assertThat(heartbeats.silent(0, now)).isEmpty();
      heartbeats.nextRound(now, 0);
    }
    assertThat(heartbeats.silent(0, START + 161)).as("the disk goes on").containsExactly(2);
  }

  @Test
  void the_slowest_replica_decides_what_all_have_executed() {
    Heartbeats heartbeats = of(Quorums.majority(3));
    ack(heartbeats, 0, 1, 9, START);
    ack(heartbeats, 1, 1, 8, START);
    assertThat(heartbeats.executedByAll()).as("one has not answered").isZero();
    ack(heartbeats, 2, 1, 3, START);
    assertThat(heartbeats.executedByAll()).isEqualTo(3);
    ack(heartbeats, 2, 1, 2, START);
    assertThat(heartbeats.executedByAll()).as("a late answer").isEqualTo(3);
  }

  private static Heartbeats of(Quorums quorums) {
    return new Heartbeats(quorums, 20, new FixedTimeouts(100, 1, 1), START);
  }

  private static void ack(Heartbeats heartbeats, int from, long round, long executed, long now) {
    heartbeats.onAck(from, new HeartbeatAck(VIEW, round, executed, executed, 0), now);
  }
}
