package io.synod.client;

import static io.synod.client.LeaderTracker.Verdict.FOLLOW;
import static io.synod.client.LeaderTracker.Verdict.SERVE;
import static io.synod.client.LeaderTracker.Verdict.WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.View;
import io.synod.network.transport.KnownAddresses;
import io.synod.network.wire.Leadership;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LeaderTrackerTest {
  private static final InetSocketAddress A = ReplicaAddresses.parse("a:1");
  private static final InetSocketAddress B = ReplicaAddresses.parse("b:1");
  private static final InetSocketAddress C = ReplicaAddresses.parse("c:1");
  private static final InetSocketAddress D = ReplicaAddresses.parse("d:1");

  private final LeaderTracker tracker = new LeaderTracker(new KnownAddresses(List.of(A, B, C)), 0);
  private long now = 1;

  private static Leadership leads(long round, int leader, String address) {
    return new Leadership(new View(round, Math.max(0, leader)), leader, address);
  }

  private static Leadership nobody(long round) {
    return leads(round, Leadership.UNKNOWN, "");
  }

  @Test
  void without_a_leader_the_replicas_are_tried_in_turn() {
    assertThat(List.of(tracker.next(now), tracker.next(now), tracker.next(now)))
        .containsExactly(A, B, C);
    assertThat(tracker.next(now)).isEqualTo(A);
  }

  @Test
  void failed_replicas_are_passed_over_for_a_while_if_there_are_others() {
    tracker.failed(A, now);
    tracker.failed(B, now);
    assertThat(tracker.next(now)).isEqualTo(C);
    now += LeaderTracker.AVOID_NANOS;
    assertThat(tracker.next(now)).isEqualTo(A);
    tracker.failed(A, now);
    tracker.failed(B, now);
    tracker.failed(C, now);
    assertThat(tracker.next(now)).isIn(A, B, C);
  }

  @Test
  void a_silent_leader_is_avoided_for_a_retry_interval_but_no_longer_than_one_that_failed() {
    tracker.onLeadership(B, 1, leads(1, 1, "b:1"), now);
    tracker.silent(B, 10, now);
    assertThat(tracker.onLeadership(A, 0, leads(1, 1, "b:1"), now)).isEqualTo(WAIT);
    now += 10;
    assertThat(tracker.onLeadership(A, 0, leads(1, 1, "b:1"), now)).isEqualTo(FOLLOW);
    tracker.silent(B, Long.MAX_VALUE, now);
    now += LeaderTracker.AVOID_NANOS;
    assertThat(tracker.next(now)).isEqualTo(B);
  }

  @Test
  void a_hint_of_a_later_view_is_followed_and_no_other() {
    tracker.onLeadership(B, 1, leads(2, 1, "b:1"), now);
    assertThat(tracker.onHint(leads(1, 0, "a:1"), now)).isFalse();
    assertThat(tracker.onHint(leads(2, 1, "b:1"), now)).isFalse();
    assertThat(tracker.onHint(nobody(3), now)).isFalse();
    assertThat(tracker.next(now)).isEqualTo(B);
    assertThat(tracker.onHint(leads(3, 2, "c:1"), now)).isTrue();
    assertThat(tracker.next(now)).isEqualTo(C);
  }

  @Test
  void a_hint_of_a_leader_that_has_just_failed_is_followed_later() {
    tracker.onLeadership(B, 1, leads(2, 1, "b:1"), now);
    tracker.failed(C, now);
    assertThat(tracker.onHint(leads(3, 2, "c:1"), now)).isFalse();
    assertThat(tracker.next(now)).isNotEqualTo(C);
    now += LeaderTracker.AVOID_NANOS;
    assertThat(tracker.next(now)).isEqualTo(C);
  }

  @Test
  void a_hint_names_the_leader_of_a_view_whose_leader_is_not_known() {
    tracker.onLeadership(A, 0, nobody(2), now);
    assertThat(tracker.onHint(leads(2, 1, "b:1"), now)).isTrue();
    assertThat(tracker.next(now)).isEqualTo(B);
  }

  @Test
  void a_named_leader_is_followed_also_to_an_unknown_address() {
    assertThat(tracker.onLeadership(A, 0, leads(1, 3, "d:1"), now)).isEqualTo(FOLLOW);
    assertThat(tracker.next(now)).isEqualTo(D);
    assertThat(tracker.onLeadership(D, 3, leads(1, 3, "d:1"), now)).isEqualTo(SERVE);
  }

  @Test
  void a_leader_is_believed_whatever_address_it_thinks_it_has() {
    assertThat(tracker.onLeadership(A, 0, leads(1, 0, "elsewhere:9"), now)).isEqualTo(SERVE);
    assertThat(tracker.next(now)).isEqualTo(A);
  }

  @Test
  void a_leader_without_an_address_is_found_where_it_answered_before() {
    tracker.onLeadership(B, 1, nobody(1), now);
    assertThat(tracker.onLeadership(A, 0, leads(2, 1, ""), now)).isEqualTo(FOLLOW);
    assertThat(tracker.next(now)).isEqualTo(B);
  }

  @Test
  void the_newest_view_counts_and_an_old_leader_is_not_served_by() {
    tracker.onLeadership(A, 0, leads(5, 1, "b:1"), now);
    assertThat(tracker.onLeadership(C, 2, leads(4, 2, "c:1"), now)).isEqualTo(FOLLOW);
    assertThat(tracker.next(now)).isEqualTo(B);
    assertThat(tracker.onLeadership(B, 1, leads(6, 0, "a:1"), now)).isEqualTo(FOLLOW);
    assertThat(tracker.next(now)).isEqualTo(A);
  }

  @Test
  void a_leader_that_cannot_be_reached_is_not_followed_but_waited_for_elsewhere() {
    tracker.onLeadership(A, 0, leads(1, 1, "b:1"), now);
    tracker.failed(B, now);
    assertThat(tracker.onLeadership(A, 0, leads(1, 1, "b:1"), now)).isEqualTo(WAIT);
    assertThat(tracker.next(now)).isNotEqualTo(B);
    assertThat(tracker.onLeadership(A, 0, leads(2, 2, "c:1"), now)).isEqualTo(FOLLOW);
  }

  @Test
  void a_client_waits_at_a_replica_that_knows_no_leader() {
    assertThat(tracker.onLeadership(A, 0, nobody(3), now)).isEqualTo(WAIT);
    assertThat(tracker.onLeadership(A, 0, leads(4, 0, "a:1"), now)).isEqualTo(SERVE);
    assertThat(tracker.onLeadership(A, 0, nobody(5), now)).isEqualTo(WAIT);
  }

  @Test
  void an_address_that_leads_to_a_follower_is_not_dialled_again_and_again() {
    assertThat(tracker.onLeadership(A, 0, leads(1, 1, "a:1"), now)).isEqualTo(WAIT);
    assertThat(tracker.next(now)).isNotEqualTo(A);
  }

  @Test
  void an_older_view_s_leader_is_asked_if_no_other_can_be() {
    tracker.onLeadership(A, 0, nobody(8), now);
    assertThat(tracker.onLeadership(B, 1, leads(7, 1, "b:1"), now)).isEqualTo(SERVE);
    tracker.onLeadership(A, 0, leads(9, 2, "c:1"), now);
    assertThat(tracker.onLeadership(B, 1, leads(7, 1, "b:1"), now)).isEqualTo(FOLLOW);
    tracker.failed(C, now);
    assertThat(tracker.onLeadership(B, 1, leads(7, 1, "b:1"), now)).isEqualTo(SERVE);
  }

  @Test
  void after_a_round_in_vain_views_may_begin_anew() {
    tracker.onLeadership(A, 0, leads(50, 0, "a:1"), now);
    for (int attempts = 1; attempts <= 4; attempts++) {
      assertThat(tracker.onLeadership(C, 2, leads(1, 1, "b:1"), now))
          .isEqualTo(attempts == 1 ? FOLLOW : WAIT);
      tracker.failed(A, now);
      tracker.next(now);
    }
    assertThat(tracker.onLeadership(C, 2, leads(1, 1, "b:1"), now)).isEqualTo(FOLLOW);
    assertThat(tracker.next(now)).isEqualTo(B);
  }

  @Test
  void a_leader_s_address_that_is_none_is_a_violation() {
    assertThatThrownBy(() -> tracker.onLeadership(A, 0, leads(1, 1, "nonsense"), now))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("nonsense");
  }
}
