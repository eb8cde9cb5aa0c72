package io.synod.tuning.timeouts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.synod.core.cluster.View;
import io.synod.core.settings.TimeoutRange;
import org.junit.jupiter.api.Test;

class MeasuredTimeoutsTest {
  private static final long MILLI = 1_000_000;
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);

  private final MeasuredTimeouts timeouts =
      new MeasuredTimeouts(range(100, 300, 5_000), range(50, 200, 4_000), range(20, 100, 1_000));
  private long now = 7;

  @Test
  void begin_as_the_ranges_say() {
    assertThat(timeouts.electionNanos()).isEqualTo(300 * MILLI);
    assertThat(timeouts.retransmitNanos()).isEqualTo(200 * MILLI);
    assertThat(timeouts.catchUpNanos()).isEqualTo(100 * MILLI);
  }

  @Test
  void an_election_timeout_is_three_times_the_longest_silence_of_a_leader() {
    leaderHeardEach(40, 10);
    assertThat(timeouts.electionNanos()).isEqualTo(120 * MILLI);
    leaderHeardEach(70, 1);
    assertThat(timeouts.electionNanos()).isEqualTo(210 * MILLI);
    leaderHeardEach(40, 10);
    assertThat(timeouts.electionNanos()).as("it remembers").isEqualTo(210 * MILLI);
  }

  @Test
  void a_silence_is_forgotten_after_half_to_a_whole_minute() {
    leaderHeardEach(90, 1);
    leaderHeardEach(40, 740);
    assertThat(timeouts.electionNanos()).isEqualTo(270 * MILLI);
    leaderHeardEach(40, 770);
    assertThat(timeouts.electionNanos()).isEqualTo(120 * MILLI);
  }

  @Test
  void a_quorum_that_is_silent_towards_its_leader_counts_as_a_silent_leader_does() {
    timeouts.quorumHeard(60 * MILLI, now);
    assertThat(timeouts.electionNanos()).isEqualTo(180 * MILLI);
  }

  @Test
  void one_silence_at_most_doubles_the_timeout() {
    leaderHeardEach(60_000, 1);
    assertThat(timeouts.electionNanos()).isCloseTo(600 * MILLI, within(10L));
    leaderHeardEach(60_000, 1);
    assertThat(timeouts.electionNanos()).isCloseTo(1_200 * MILLI, within(10L));
  }

  @Test
  void the_silence_between_two_leaders_is_that_of_nobody() {
    leaderHeardEach(40, 5);
    pass(2_000);
    timeouts.leaderHeard(V2, now);
    assertThat(timeouts.electionNanos()).isEqualTo(120 * MILLI);
  }

  @Test
  void a_leader_that_was_given_up_and_lives_makes_the_timeout_longer() {
    leaderHeardEach(40, 5);
    pass(200);
    // This replica has promised a later view, of which nobody leads yet.
    timeouts.leaderHeard(V1, now);
    assertThat(timeouts.electionNanos()).isCloseTo(240 * MILLI, within(10L));
  }

  @Test
  void the_heartbeat_of_an_earlier_leader_does_not_count() {
    leaderHeardEach(40, 5);
    timeouts.leaderHeard(V2, now);
    pass(3_000);
    timeouts.leaderHeard(V1, now);
    assertThat(timeouts.electionNanos()).isEqualTo(120 * MILLI);
  }

  @Test
  void an_election_timeout_doubles_with_each_failed_election_up_to_the_longest() {
    timeouts.electionFailed(now);
    assertThat(timeouts.electionNanos()).isCloseTo(600 * MILLI, within(10L));
    for (int failure = 0; failure < 10; failure++) {
      timeouts.electionFailed(now);
    }
    assertThat(timeouts.electionNanos()).isEqualTo(5_000 * MILLI);
  }

  @Test
  void an_election_timeout_is_not_shorter_than_the_shortest() {
    leaderHeardEach(1, 10);
    assertThat(timeouts.electionNanos()).isEqualTo(100 * MILLI);
  }

  @Test
  void an_accept_is_sent_again_after_what_slots_take_and_four_deviations() {
    timeouts.decided(60 * MILLI);
    assertThat(timeouts.retransmitNanos()).as("the first").isEqualTo(180 * MILLI);
    for (int slot = 0; slot < 200; slot++) {
      timeouts.decided(60 * MILLI);
    }
    assertThat(timeouts.retransmitNanos()).isCloseTo(60 * MILLI, within(MILLI));
    timeouts.decided(100 * MILLI);
    assertThat(timeouts.retransmitNanos()).isCloseTo(105 * MILLI, within(MILLI));
  }

  @Test
  void an_accept_that_is_sent_again_in_vain_waits_twice_as_long_until_a_slot_is_decided() {
    timeouts.decided(60 * MILLI);
    timeouts.retransmitted();
    assertThat(timeouts.retransmitNanos()).isEqualTo(360 * MILLI);
    timeouts.retransmitted();
    assertThat(timeouts.retransmitNanos()).isEqualTo(720 * MILLI);
    for (int again = 0; again < 100; again++) {
      timeouts.retransmitted();
    }
    assertThat(timeouts.retransmitNanos()).isEqualTo(4_000 * MILLI);
    timeouts.decided(60 * MILLI);
    assertThat(timeouts.retransmitNanos()).isLessThan(180 * MILLI);
  }

  @Test
  void it_waits_longer_for_a_peer_that_answers_late_and_doubles_for_silent_ones() {
    timeouts.notCaughtUp();
    assertThat(timeouts.catchUpNanos()).isEqualTo(200 * MILLI);
    timeouts.caughtUp(250 * MILLI);
    assertThat(timeouts.catchUpNanos()).isEqualTo(750 * MILLI);
    for (int answer = 0; answer < 200; answer++) {
      timeouts.caughtUp(MILLI);
    }
    assertThat(timeouts.catchUpNanos()).isEqualTo(20 * MILLI);
  }

  private void leaderHeardEach(long millis, int times) {
    if (now == 7) {
      timeouts.leaderHeard(V1, now);
    }
    for (int time = 0; time < times; time++) {
      pass(millis);
      timeouts.leaderHeard(V1, now);
    }
  }

  private void pass(long millis) {
    now += millis * MILLI;
  }

  private static TimeoutRange range(long least, long start, long most) {
    return new TimeoutRange(least * MILLI, start * MILLI, most * MILLI);
  }
}
