package io.synod.core.batcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.BatchSettings;
import io.synod.core.time.Deadline;
import org.junit.jupiter.api.Test;

/** A batch comes when a timer of the service is due, empty if need be. */
class TimerBatchTest {
  private static final long MILLI = 1_000_000;
  private static final View VIEW = new View(3, 0);

  private final Batcher batcher =
      new Batcher(new BatchSettings(1_000, 10 * MILLI, BatchPolicy.TIMED, 10_000), 2);

  private Batch poll(long millis) {
    return batcher.poll(millis * MILLI, 5_000 + millis);
  }

  @Test
  void an_empty_batch_comes_at_the_time_and_only_one() {
    batcher.lead(VIEW);
    batcher.timerAt(5_100);
    assertThat(poll(0)).isNull();
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(100 * MILLI);
    assertThat(poll(99)).isNull();
    Batch batch = poll(100);
    assertThat(batch.count()).isZero();
    assertThat(batch.length()).isEqualTo(Batch.HEADER_BYTES);
    assertThat(batch.leaderTimeMillis()).isEqualTo(5_100);
    assertThat(poll(101)).isNull();
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    batcher.onDecided(VIEW, 1);
    assertThat(poll(102)).isNull();
    batcher.timerAt(5_103);
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(103 * MILLI);
    assertThat(poll(103)).isNotNull();
  }

  @Test
  void requests_take_the_timer_with_them() {
    batcher.lead(VIEW);
    batcher.timerAt(5_005);
    batcher.offer(TestRequests.of(1, 10), 0);
    assertThat(poll(5)).isNull();
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(10 * MILLI);
    assertThat(poll(10).count()).isEqualTo(1);
    assertThat(poll(11)).isNull();
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void a_batch_that_was_closed_before_the_time_does_not() {
    batcher.lead(VIEW);
    batcher.timerAt(5_020);
    batcher.offer(TestRequests.of(1, 10), 0);
    assertThat(poll(10)).isNotNull();
    assertThat(poll(19)).isNull();
    assertThat(poll(20).count()).isZero();
  }

  @Test
  void the_window_holds_for_empty_batches_too() {
    batcher.lead(VIEW);
    batcher.timerAt(5_001);
    assertThat(poll(1)).isNotNull();
    batcher.timerAt(5_002);
    assertThat(poll(2)).isNotNull();
    batcher.timerAt(5_003);
    assertThat(poll(3)).isNull();
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    batcher.onDecided(VIEW, 1);
    assertThat(poll(4)).isNotNull();
  }

  @Test
  void only_a_leader_closes_batches_and_a_new_one_does_it_anew() {
    batcher.timerAt(5_001);
    assertThat(poll(9)).isNull();
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    batcher.lead(VIEW);
    assertThat(poll(9)).isNotNull();
    batcher.stop();
    assertThat(poll(10)).isNull();
    batcher.lead(new View(6, 0));
    assertThat(poll(10)).isNotNull();
  }

  @Test
  void without_a_timer_nothing_is_awaited() {
    batcher.lead(VIEW);
    batcher.timerAt(5_001);
    batcher.timerAt(Batcher.NO_TIMER);
    assertThat(poll(9)).isNull();
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void a_far_timer_is_looked_at_each_second_for_a_clock_may_be_set() {
    batcher.lead(VIEW);
    batcher.timerAt(1_000_000);
    assertThat(poll(7)).isNull();
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(1_007 * MILLI);
  }
}
