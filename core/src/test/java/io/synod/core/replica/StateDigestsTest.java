package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import org.junit.jupiter.api.Test;

class StateDigestsTest {
  private final StateDigests digests = new StateDigests(1, ReplicaSet.all(3));

  @Test
  void equal_digests_stop_nobody() {
    assertThat(digests.add(1, 10, 7)).isNull();
    assertThat(digests.add(0, 10, 7)).isNull();
    assertThat(digests.add(2, 10, 7)).isNull();
  }

  @Test
  void a_replica_that_differs_from_a_majority_stops() {
    digests.add(1, 10, 7);
    digests.add(0, 10, 7);
    digests.add(1, 20, 0xa);
    assertThat(digests.add(0, 20, 0xb)).as("one other is no majority").isNull();
    assertThat(digests.add(2, 20, 0xb))
        .contains("they parted in the slots 10 to 19")
        .contains("After slot 19 the digest is 000000000000000a here and 000000000000000b")
        .contains("move this replica's storage directory away");
  }

  @Test
  void a_replica_of_the_majority_goes_on() {
    digests.add(1, 20, 7);
    digests.add(2, 20, 8);
    assertThat(digests.add(0, 20, 7)).isNull();
    assertThat(digests.add(2, 20, 8)).isNull();
  }

  @Test
  void without_a_majority_nobody_stops() {
    digests.add(1, 20, 7);
    digests.add(2, 20, 8);
    assertThat(digests.add(0, 20, 9)).isNull();
  }

  @Test
  void a_replica_that_lags_compares_when_it_gets_there() {
    digests.add(0, 20, 9);
    digests.add(2, 20, 9);
    assertThat(digests.add(1, 20, 7)).contains("they parted in the slots 0 to 19");
  }

  @Test
  void digests_of_other_slots_are_not_compared() {
    digests.add(0, 10, 9);
    digests.add(2, 20, 9);
    assertThat(digests.add(1, 20, 7)).isNull();
    assertThat(digests.add(1, 10, 7)).isNull();
  }

  @Test
  void the_last_ones_are_kept_of_each() {
    for (int slot = 1; slot <= 100; slot++) {
      assertThat(digests.add(0, slot, slot)).isNull();
      assertThat(digests.add(2, slot, slot)).isNull();
    }
    assertThat(digests.add(1, 92, 7)).as("forgotten").isNull();
    assertThat(digests.add(1, 93, 7)).isNotNull();
  }

  @Test
  void the_same_digest_twice_takes_one_place() {
    digests.add(1, 5, 7);
    for (int time = 0; time < 20; time++) {
      digests.add(1, 6, 7);
      digests.add(0, 6, 7);
    }
    digests.add(0, 5, 8);
    assertThat(digests.add(2, 5, 8)).isNotNull();
  }

  @Test
  void each_that_differs_is_named_once_until_it_agrees() {
    digests.add(0, 10, 9);
    assertThat(digests.newlyDiffering(10)).as("its own is not known").isEqualTo(ReplicaSet.EMPTY);
    digests.add(1, 10, 7);
    assertThat(digests.newlyDiffering(10)).isEqualTo(ReplicaSet.of(0));
    digests.add(2, 10, 8);
    assertThat(digests.newlyDiffering(10)).isEqualTo(ReplicaSet.of(2));
    assertThat(digests.newlyDiffering(10)).isEqualTo(ReplicaSet.EMPTY);
    digests.add(1, 20, 7);
    digests.add(0, 20, 7);
    assertThat(digests.newlyDiffering(20)).isEqualTo(ReplicaSet.EMPTY);
    assertThat(digests.agreedWith(0)).isEqualTo(20);
    assertThat(digests.agreedWith(2)).isEqualTo(0);
    digests.add(1, 30, 7);
    digests.add(0, 30, 9);
    assertThat(digests.newlyDiffering(30)).isEqualTo(ReplicaSet.of(0));
  }
}
