package io.synod.core.batcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.BatchSettings;
import io.synod.core.time.Deadline;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** When a batch is closed, to the nanosecond. */
class BatchPolicyTest {
  private static final View VIEW = new View(1, 0);
  private static final long DELAY = 10_000;
  private static final int BSZ = Batch.HEADER_BYTES + 4 * (BatchEntry.HEADER_BYTES + 10);

  private long next = 1;

  /** S11, figure 6, lines 10 and 18: or when the oldest request has waited for Δ_B. */
  @Test
  void timed_closes_a_delay_after_the_first_request_even_when_idle() {
    Batcher batcher = leading(BatchPolicy.TIMED);
    offer(batcher, 1, 100);
    offer(batcher, 1, 100 + DELAY / 2);
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(100 + DELAY);
    assertThat(batcher.poll(100 + DELAY - 1, 0)).isNull();
    assertThat(batcher.poll(100 + DELAY, 0).count()).isEqualTo(2);
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  /** S11, figure 6, lines 13 to 18: or when no further request fits. */
  @Test
  void timed_closes_a_full_batch_at_once() {
    Batcher batcher = leading(BatchPolicy.TIMED);
    offer(batcher, 3, 100);
    assertThat(batcher.poll(100, 0)).isNull();
    offer(batcher, 1, 101);
    assertThat(batcher.poll(101, 0).count()).isEqualTo(4);
  }

  @Test
  void the_rest_of_a_read_has_waited_since_the_read_came() {
    Batcher batcher = leading(BatchPolicy.TIMED);
    offer(batcher, 5, 100);
    assertThat(batcher.poll(200, 0).count()).isEqualTo(4);
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(100 + DELAY);
  }

  /** S11, section IV-F: if requests wait and no instance is executing, a new one starts at once. */
  @Test
  void nagle_closes_at_once_when_nothing_is_in_flight() {
    Batcher batcher = leading(BatchPolicy.NAGLE);
    offer(batcher, 1, 100);
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(100);
    assertThat(batcher.poll(100, 0).count()).isEqualTo(1);
  }

  /** S11, section IV-F: otherwise it behaves like the basic algorithm. */
  @Test
  void nagle_waits_like_timed_while_an_instance_is_in_flight() {
    Batcher batcher = leading(BatchPolicy.NAGLE);
    offer(batcher, 1, 100);
    batcher.poll(100, 0);
    offer(batcher, 1, 200);
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(200 + DELAY);
    assertThat(batcher.poll(200 + DELAY - 1, 0)).isNull();
    batcher.onDecided(VIEW, 50);
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(200);
    assertThat(batcher.poll(300, 0)).isNotNull();
  }

  @Test
  void nagle_closes_a_full_batch_at_once_too() {
    Batcher batcher = leading(BatchPolicy.NAGLE);
    offer(batcher, 1, 100);
    batcher.poll(100, 0);
    offer(batcher, 4, 200);
    assertThat(batcher.poll(200, 0)).isNotNull();
  }

  @Test
  void adaptive_closes_at_once_when_nothing_is_in_flight() {
    Batcher batcher = leading(BatchPolicy.ADAPTIVE);
    offer(batcher, 1, 100);
    assertThat(batcher.poll(100, 0)).isNotNull();
  }

  @Test
  void adaptive_paces_batches_by_the_share_of_the_window_in_the_instance_latency() {
    Batcher batcher = leading(BatchPolicy.ADAPTIVE);
    offer(batcher, 1, 0);
    batcher.poll(0, 0);
    // The first measurement moves the mean by an eighth: 6400 / 8 = 800, over a window of 4.
    batcher.onDecided(VIEW, 6_400);
    offer(batcher, 1, 7_000);
    batcher.poll(7_000, 0);
    offer(batcher, 1, 7_050);
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(7_000 + 200);
    assertThat(batcher.poll(7_199, 0)).isNull();
    assertThat(batcher.poll(7_200, 0)).isNotNull();
    offer(batcher, 1, 9_000);
    assertThat(batcher.nextWakeUpNanos()).as("its share has passed already").isEqualTo(9_000);
  }

  @Test
  void adaptive_never_waits_longer_than_the_delay() {
    Batcher batcher = leading(BatchPolicy.ADAPTIVE);
    offer(batcher, 1, 0);
    batcher.poll(0, 0);
    batcher.onDecided(VIEW, 1_000 * DELAY);
    offer(batcher, 1, 20_000);
    batcher.poll(20_000, 0);
    offer(batcher, 1, 20_001);
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(20_001 + DELAY);
  }

  @Test
  void a_full_window_holds_every_policy_back() {
    for (BatchPolicy policy : BatchPolicy.values()) {
      Batcher batcher = leading(policy);
      for (int batch = 0; batch < 4; batch++) {
        offer(batcher, 4, 0);
        assertThat(batcher.poll(0, 0)).as("%s", policy).isNotNull();
      }
      offer(batcher, 4, 0);
      assertThat(batcher.poll(100 * DELAY, 0)).as("%s", policy).isNull();
    }
  }

  private void offer(Batcher batcher, int requests, long nowNanos) {
    int[] payloads = new int[requests];
    Arrays.fill(payloads, 10);
    assertThat(batcher.offer(TestRequests.of(next, payloads), nowNanos)).isTrue();
    next += requests;
  }

  private static Batcher leading(BatchPolicy policy) {
    Batcher batcher = new Batcher(new BatchSettings(BSZ, DELAY, policy, 100L * BSZ), 4);
    batcher.lead(VIEW);
    return batcher;
  }
}
