package io.synod.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import org.junit.jupiter.api.Test;

class ValuesTest {

  @Test
  void views_are_ordered_by_round_then_leader() {
    assertThat(new View(2, 0).isAfter(new View(1, 9))).isTrue();
    assertThat(new View(1, 2).isAfter(new View(1, 1))).isTrue();
    assertThat(new View(1, 1).isAfter(new View(1, 1))).isFalse();
    assertThat(new View(1, 1).isBefore(new View(1, 2))).isTrue();
    assertThat(new View(Long.MAX_VALUE, 0).isAfter(new View(1, 1))).isTrue();
  }

  @Test
  void the_next_view_is_after_every_view_of_its_round() {
    assertThat(new View(7, 24).next(0)).isEqualTo(new View(8, 0));
    assertThat(View.NONE.next(0).isAfter(View.NONE)).isTrue();
  }

  @Test
  void no_view_follows_the_last_round_of_a_membership() {
    long last = (1L << 44) - 1;
    assertThat(new View(last - 1, 1).next(0)).isEqualTo(new View(last, 0));
    for (long round : new long[] {last, (1L << 45) - 1, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> new View(round, 1).next(0))
          .isInstanceOf(BrokenInvariant.class)
          .hasMessageContaining("no round follows " + round);
    }
  }

  @Test
  void every_view_of_a_membership_is_after_every_view_of_the_one_before() {
    View last = new View((1L << 44) - 1, 31);
    View first = View.first(1);
    assertThat(first.isAfter(last)).isTrue();
    assertThat(last.membership()).isZero();
    assertThat(first.next(2).membership()).isEqualTo(1);
    assertThat(first.next(2)).hasToString("1:1.2");
    assertThat(View.first(View.MEMBERSHIP_MAX).membership()).isEqualTo(View.MEMBERSHIP_MAX);
    assertThatThrownBy(() -> View.first(View.MEMBERSHIP_MAX + 1))
        .isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void replica_sets_are_sets() {
    ReplicaSet set = ReplicaSet.of(3).with(0).with(ReplicaSet.of(3).with(31));
    assertThat(set).hasToString("{0,3,31}");
    assertThat(set.size()).isEqualTo(3);
    assertThat(set.contains(31)).isTrue();
    assertThat(set.contains(1)).isFalse();
    assertThat(set.without(ReplicaSet.of(31).with(5))).hasToString("{0,3}");
    assertThat(ReplicaSet.EMPTY.isEmpty()).isTrue();
    assertThat(ReplicaSet.all(25).size()).isEqualTo(25);
    assertThat(ReplicaSet.all(32).size()).isEqualTo(32);
    assertThat(set.with(3)).isSameAs(set);
  }
}
