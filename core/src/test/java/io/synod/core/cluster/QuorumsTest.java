package io.synod.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class QuorumsTest {

  @Test
  void a_majority_is_half_rounded_down_plus_one_for_odd_and_even_clusters() {
    int[] majorities = {1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12};
    for (int replicas = 1; replicas <= majorities.length; replicas++) {
      Quorums quorums = Quorums.majority(replicas);
      assertThat(quorums.phase1()).isEqualTo(majorities[replicas - 1]);
      assertThat(quorums.phase2()).isEqualTo(majorities[replicas - 1]);
    }
    assertThat(Quorums.majority(24).phase1()).isEqualTo(13);
    assertThat(Quorums.majority(25).phase1()).isEqualTo(13);
  }

  /** PigPaxos, section 2.2: only quorums of different phases must intersect. */
  @Test
  void sizes_are_legal_exactly_if_every_phase_1_quorum_meets_every_phase_2_quorum() {
    for (int replicas = 1; replicas <= 25; replicas++) {
      for (int phase1 = 0; phase1 <= replicas + 1; phase1++) {
        for (int phase2 = 0; phase2 <= replicas + 1; phase2++) {
          check(replicas, phase1, phase2);
        }
      }
    }
  }

  private static void check(int replicas, int phase1, int phase2) {
    boolean fits = phase1 >= 1 && phase2 >= 1 && phase1 <= replicas && phase2 <= replicas;
    // Two sets that are as far apart as possible: the first q1 replicas and the last q2.
    if (fits && phase1 > replicas - phase2) {
      Quorums quorums = new Quorums(replicas, phase1, phase2);
      assertThat(phase1 + quorums.blocking()).isEqualTo(replicas + 1);
      assertThat(quorums.blocking()).isLessThanOrEqualTo(phase2);
    } else {
      assertThatIllegalArgumentException().isThrownBy(() -> new Quorums(replicas, phase1, phase2));
    }
  }

  /** A Phase 1 quorum of the recovering alone has nobody else: then all others are asked. */
  @Test
  void a_recovery_quorum_meets_every_phase_1_quorum_of_the_others() {
    int tried = 0;
    for (int replicas = 2; replicas <= 9; replicas++) {
      for (int phase1 = 1; phase1 <= replicas; phase1++) {
        Quorums quorums = new Quorums(replicas, phase1, replicas - phase1 + 1);
        assertThat(quorums.joining()).isBetween(1, replicas - 1);
        tried += phase1 == 1 ? requiresAll(quorums) : met(quorums);
      }
    }
    assertThat(tried).as("pairs of groups").isGreaterThan(100_000);
  }

  private static int requiresAll(Quorums quorums) {
    assertThat(quorums.joining()).isEqualTo(quorums.replicas() - 1);
    return 1;
  }

  /** Replica 0 joins; a group has one bit per replica. */
  private static int met(Quorums quorums) {
    int all = 1 << quorums.replicas();
    int pairs = 0;
    for (int group = 0; group < all; group += 2) {
      if (Integer.bitCount(group) != quorums.joining()) {
        continue;
      }
      for (int other = 0; other < all; other++) {
        boolean phase1 = Integer.bitCount(other) == quorums.phase1();
        boolean joining = other % 2 == 0 && Integer.bitCount(other) == quorums.joining();
        if ((phase1 || joining) && (group & other) == 0) {
          throw new AssertionError(
              "%s: group %s, not met %s"
                  .formatted(
                      quorums, Integer.toBinaryString(group), Integer.toBinaryString(other)));
        }
        pairs++;
      }
    }
    return pairs;
  }

  @Test
  void the_smallest_recovery_quorums() {
    assertThat(Quorums.majority(2).joining()).isEqualTo(1);
    assertThat(Quorums.majority(3).joining()).isEqualTo(2);
    assertThat(Quorums.majority(4).joining()).isEqualTo(2);
    assertThat(Quorums.majority(5).joining()).isEqualTo(3);
    assertThat(Quorums.majority(6).joining()).isEqualTo(3);
    assertThat(new Quorums(5, 4, 2).joining()).as("a majority of the others").isEqualTo(3);
    assertThat(new Quorums(5, 2, 4).joining()).as("all others").isEqualTo(4);
    assertThat(new Quorums(4, 2, 3).joining()).isEqualTo(3);
  }

  @Test
  void memories_may_be_lost_as_long_as_a_leader_can_be_elected_and_decide() {
    assertThat(Quorums.majority(2).losable()).isZero();
    assertThat(Quorums.majority(3).losable()).isEqualTo(1);
    assertThat(Quorums.majority(4).losable()).isEqualTo(1);
    assertThat(new Quorums(5, 4, 2).losable()).isEqualTo(1);
    assertThat(new Quorums(5, 2, 4).losable()).isEqualTo(1);
  }

  /** PigPaxos, section 2.2: of 10 replicas, 3 for Phase 2 need 8 for Phase 1. */
  @Test
  void the_paper_s_ten_replicas_may_decide_with_three() {
    assertThat(new Quorums(10, 8, 3).blocking()).isEqualTo(3);
    assertThatIllegalArgumentException().isThrownBy(() -> new Quorums(10, 7, 3));
  }

  @Test
  void clusters_of_none_or_of_more_than_25_are_refused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Quorums.majority(0));
    assertThatIllegalArgumentException().isThrownBy(() -> Quorums.majority(26));
  }
}
