package io.synod.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.Consistency;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsistencyTest {

  @Test
  void a_code_stands_for_one_consistency() {
    Consistency bounded = Consistency.bounded(Duration.ofMillis(3));
    for (Consistency each :
        List.of(
            Consistency.LEADER,
            Consistency.QUORUM,
            Consistency.STALE,
            Consistency.LEASE,
            bounded)) {
      assertThat(Consistency.ofCode(each.code())).isEqualTo(each);
    }
    assertThat(bounded.code()).isEqualTo(3_000_000);
    assertThat(Consistency.ofCode(-4)).isNull();
    assertThatThrownBy(Consistency.LOG::code).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_bound_is_more_than_nothing_and_less_than_for_ever() {
    assertThatThrownBy(() -> Consistency.bounded(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("age");
    assertThatThrownBy(() -> Consistency.bounded(Duration.ofSeconds(Long.MAX_VALUE)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void only_the_leader_answers_what_must_be_in_order_or_asked_of_it() {
    assertThat(Consistency.LOG.isAnywhere()).isFalse();
    assertThat(Consistency.LEADER.isAnywhere()).isFalse();
    assertThat(Consistency.LEASE.isAnywhere()).isFalse();
    assertThat(Consistency.QUORUM.isAnywhere()).isTrue();
    assertThat(Consistency.STALE.isAnywhere()).isTrue();
  }

  @Test
  void the_mark_of_a_query_leaves_the_outstanding_as_they_are() {
    assertThat(BatchEntry.outstanding(BatchEntry.asQuery(1023))).isEqualTo(1023);
    assertThat(BatchEntry.isQuery(BatchEntry.asQuery(0))).isTrue();
    assertThat(BatchEntry.isQuery(1023)).isFalse();
  }
}
