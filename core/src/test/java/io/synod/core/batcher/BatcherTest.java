package io.synod.core.batcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.BatchSettings;
import io.synod.core.time.Deadline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatcherTest {
  private static final View VIEW = new View(3, 0);
  private static final long DELAY = 1_000;
  private static final int ENTRY = BatchEntry.HEADER_BYTES + 10;
  private static final int BSZ = Batch.HEADER_BYTES + 3 * ENTRY;

  private final Batcher batcher = leading(BSZ, 4, 10 * BSZ);

  @Test
  void nothing_is_taken_without_leadership() {
    Batcher idle = new Batcher(settings(BSZ, 10 * BSZ), 4);
    TestRequests requests = TestRequests.of(1, 10);
    assertThat(idle.offer(requests, 0)).isFalse();
    assertThat(idle.poll(10 * DELAY, 0)).isNull();
    assertThat(idle.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    assertThat(requests.released()).isZero();
  }

  @Test
  void a_batch_has_the_requests_in_order_and_the_leader_s_time() {
    batcher.offer(TestRequests.of(1, 10, 10), 0);
    batcher.offer(TestRequests.of(3, 10), 0);
    Batch batch = batcher.poll(0, 123_456);
    assertThat(sequences(batch)).containsExactly(1L, 2L, 3L);
    assertThat(batch.count()).isEqualTo(3);
    assertThat(batch.leaderTimeMillis()).isEqualTo(123_456);
    assertThat(Batch.decoded(batch.bytes())).isEqualTo(batch);
  }

  @Test
  void a_request_that_does_not_fit_waits_for_the_next_batch() {
    batcher.offer(TestRequests.of(1, 10, 10), 0);
    batcher.offer(TestRequests.of(3, 11), 0);
    assertThat(sequences(batcher.poll(0, 0))).containsExactly(1L, 2L);
    assertThat(batcher.poll(DELAY - 1, 0)).isNull();
    assertThat(sequences(batcher.poll(DELAY, 0))).containsExactly(3L);
  }

  @Test
  void a_request_larger_than_the_batch_travels_alone() {
    batcher.offer(TestRequests.of(1, 10, 500, 10), 0);
    assertThat(sequences(batcher.poll(0, 0))).containsExactly(1L);
    Batch large = batcher.poll(0, 0);
    assertThat(sequences(large)).containsExactly(2L);
    assertThat(large.length()).isGreaterThan(BSZ);
    assertThat(sequences(batcher.poll(DELAY, 0))).containsExactly(3L);
  }

  @Test
  void one_read_is_split_over_batches_and_released_with_its_last_request() {
    TestRequests read = TestRequests.of(1, 10, 10, 10, 10, 10, 10, 10);
    batcher.offer(read, 0);
    assertThat(sequences(batcher.poll(0, 0))).containsExactly(1L, 2L, 3L);
    assertThat(sequences(batcher.poll(0, 0))).containsExactly(4L, 5L, 6L);
    assertThat(read.released()).isZero();
    assertThat(batcher.queuedBytes()).isEqualTo(ENTRY);
    assertThat(sequences(batcher.poll(DELAY, 0))).containsExactly(7L);
    assertThat(read.released()).isEqualTo(1);
    assertThat(batcher.queuedBytes()).isZero();
  }

  @Test
  void waiting_requests_can_be_dropped_while_closed_batches_stay() {
    TestRequests split = TestRequests.of(1, 10, 10, 10, 10, 10);
    TestRequests behind = TestRequests.of(6, 10);
    batcher.offer(split, 0);
    batcher.offer(behind, 0);
    batcher.poll(0, 0);
    batcher.dropWaiting();
    assertThat(split.released()).isEqualTo(1);
    assertThat(behind.released()).isEqualTo(1);
    assertThat(batcher.queuedBytes()).isZero();
    assertThat(batcher.pending()).isEqualTo(3);
    assertThat(batcher.poll(DELAY, 0)).isNull();
    assertThat(batcher.holds(TestRequests.of(1, 10, 10, 10))).isTrue();
    assertThat(batcher.holds(TestRequests.of(4, 10))).isFalse();
    batcher.onDecided(VIEW, 5);
    assertThat(batcher.pending()).isZero();
    batcher.offer(TestRequests.of(4, 10, 10, 10), 0);
    assertThat(sequences(batcher.poll(0, 0))).containsExactly(4L, 5L, 6L);
  }

  @Test
  void the_queue_is_bounded_in_bytes_and_refused_requests_stay_the_caller_s() {
    Batcher small = leading(BSZ, 4, BSZ);
    assertThat(small.offer(TestRequests.of(1, 10, 10, 10), 0)).isTrue();
    TestRequests refused = TestRequests.of(4, 10);
    assertThat(small.offer(refused, 0)).isFalse();
    assertThat(refused.released()).isZero();
    small.poll(0, 0);
    assertThat(small.offer(refused, 0)).isTrue();
  }

  @Test
  void at_most_a_window_of_batches_is_undecided_and_the_batches_grow_meanwhile() {
    Batcher narrow = leading(BSZ, 2, 10 * BSZ);
    narrow.offer(TestRequests.of(1, 10, 10, 10, 10, 10, 10, 10, 10), 0);
    assertThat(narrow.poll(0, 0)).isNotNull();
    assertThat(narrow.poll(0, 0)).isNotNull();
    assertThat(narrow.poll(9 * DELAY, 0)).isNull();
    assertThat(narrow.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    narrow.offer(TestRequests.of(9, 10), 0);
    narrow.onDecided(VIEW, 5);
    assertThat(sequences(narrow.poll(0, 0))).containsExactly(7L, 8L, 9L);
    assertThat(narrow.poll(9 * DELAY, 0)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"4, 3", "20, 7"})
  void requests_that_are_larger_than_a_batch_fill_the_bytes_of_the_window_or_of_the_queue(
      int queueBatches, int undecided) {
    Batcher wide = leading(BSZ, 8, queueBatches * BSZ);
    int payload = 3 * BSZ - Batch.HEADER_BYTES - BatchEntry.HEADER_BYTES;
    int next = 1;
    wide.offer(TestRequests.of(next, payload), 0);
    while (wide.poll(0, 0) != null) {
      next++;
      wide.offer(TestRequests.of(next, payload), 0);
    }
    assertThat(next - 1).isEqualTo(undecided);
    assertThat(wide.isWindowFull()).isTrue();
    assertThat(wide.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    wide.onDecided(VIEW, 5);
    assertThat(wide.poll(0, 0)).isNotNull();
    wide.lead(new View(4, 0));
    wide.offer(TestRequests.of(next, payload), 0);
    assertThat(wide.poll(0, 0)).as("a new leadership has all its bytes").isNotNull();
  }

  @Test
  void decisions_of_an_earlier_leadership_give_no_credit() {
    Batcher narrow = leading(BSZ, 1, 10 * BSZ);
    narrow.offer(TestRequests.of(1, 10, 10, 10), 0);
    narrow.poll(0, 0);
    View next = new View(4, 0);
    narrow.lead(next);
    narrow.offer(TestRequests.of(1, 10, 10, 10, 10, 10, 10), 0);
    assertThat(narrow.poll(0, 0)).as("a new leadership has its whole window").isNotNull();
    narrow.onDecided(VIEW, 5);
    assertThat(narrow.poll(0, 0)).as("the old one's batch was decided").isNull();
    narrow.onDecided(next, 5);
    assertThat(narrow.poll(0, 0)).isNotNull();
  }

  @Test
  void stopping_releases_everything_that_waits_exactly_once() {
    TestRequests taken = TestRequests.of(1, 10, 10, 10);
    TestRequests begun = TestRequests.of(4, 10, 10, 10, 10);
    TestRequests waiting = TestRequests.of(8, 10);
    batcher.offer(taken, 0);
    batcher.offer(begun, 0);
    batcher.offer(waiting, 0);
    batcher.poll(0, 0);
    batcher.poll(0, 0);
    batcher.stop();
    batcher.stop();
    assertThat(List.of(taken.released(), begun.released(), waiting.released()))
        .containsExactly(1, 1, 1);
    assertThat(batcher.queuedBytes()).isZero();
    assertThat(batcher.view()).isNull();
    assertThat(batcher.offer(TestRequests.of(1, 10), 0)).isFalse();
    batcher.lead(VIEW);
    batcher.offer(TestRequests.of(1, 10, 10, 10), 0);
    assertThat(sequences(batcher.poll(0, 0))).as("no offset survives").hasSize(3);
  }

  @Test
  void copies_of_what_waits_or_is_undecided_are_known() {
    batcher.offer(TestRequests.of(1, 10, 10, 10), 0);
    batcher.offer(TestRequests.of(4, 10), 0);
    assertThat(batcher.holds(TestRequests.of(2, 10, 10, 10))).as("two reads, one copy").isTrue();
    assertThat(batcher.holds(TestRequests.of(4, 10, 10))).as("one is new").isFalse();
    batcher.poll(0, 0);
    assertThat(batcher.holds(TestRequests.of(1, 10))).as("proposed").isTrue();
    batcher.onDecided(VIEW, 5);
    assertThat(batcher.holds(TestRequests.of(1, 10))).as("decided").isFalse();
    assertThat(batcher.holds(TestRequests.of(4, 10))).as("waits").isTrue();
    batcher.lead(VIEW);
    assertThat(batcher.holds(TestRequests.of(4, 10))).as("dropped").isFalse();
  }

  @Test
  void a_control_is_never_a_copy() {
    for (long control : new long[] {BatchEntry.OPEN, BatchEntry.KEEP_ALIVE, BatchEntry.CLOSE}) {
      batcher.offer(TestRequests.of(control, 0), 0);
      assertThat(batcher.holds(TestRequests.of(control, 0))).isFalse();
    }
  }

  @Test
  void nothing_counts_as_undecided_that_is_not() {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Batcher any = leading(random.nextInt(60, 400), 3, 1 << 20);
      ArrayDeque<List<Long>> proposed = new ArrayDeque<>();
      List<Long> waiting = new ArrayList<>();
      for (int step = 0; step < 80; step++) {
        TestRequests requests =
            TestRequests.of(
                random.nextInt(1, 60), random.ints(random.nextInt(1, 9), 0, 30).toArray());
        List<Long> sequences =
            LongStream.range(requests.first(), requests.first() + requests.count())
                .boxed()
                .toList();
        if (any.holds(requests)) {
          Set<Long> undecided = new HashSet<>(waiting);
          proposed.forEach(undecided::addAll);
          assertThat(undecided).as("seed %d, step %d", seed, step).containsAll(sequences);
        }
        any.offer(requests, step);
        waiting.addAll(sequences);
        if (random.nextInt(3) == 0 && !proposed.isEmpty()) {
          any.onDecided(VIEW, 1);
          proposed.remove();
        }
        Batch batch = any.poll(Integer.MAX_VALUE, 0);
        if (batch != null) {
          proposed.add(sequences(batch));
          sequences(batch).forEach(waiting::remove);
        }
      }
    }
  }

  @Test
  void every_request_goes_into_one_batch_in_order_and_no_batch_is_too_large() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int maxBytes = random.nextInt(1, 400);
      Batcher any = leading(maxBytes, 3, 1 << 20);
      List<TestRequests> all = new ArrayList<>();
      List<Long> batched = new ArrayList<>();
      long next = 1;
      for (int step = 0; step < 60; step++) {
        int[] payloads = random.ints(random.nextInt(1, 9), 0, 150).toArray();
        all.add(TestRequests.of(next, payloads));
        next += payloads.length;
        assertThat(any.offer(all.get(step), step)).isTrue();
        drain(any, random.nextInt(3), maxBytes, batched);
      }
      while (any.queuedBytes() > 0) {
        drain(any, 1, maxBytes, batched);
      }
      assertThat(batched).hasSize((int) next - 1).isSorted().doesNotHaveDuplicates();
      assertThat(all).allMatch(requests -> requests.released() == 1);
    }
  }

  @Test
  void smaller_limits_hold_for_the_next_batch_and_larger_ones_are_a_bug() {
    batcher.offer(TestRequests.of(1, 10, 10, 10), 0);
    batcher.limit(new BatchLimits(Batch.HEADER_BYTES + 2 * ENTRY, 1));
    assertThat(sequences(batcher.poll(0, 0))).containsExactly(1L, 2L);
    assertThat(batcher.poll(10 * DELAY, 0)).isNull();
    assertThatThrownBy(() -> batcher.limit(new BatchLimits(BSZ, 5)))
        .isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> batcher.limit(new BatchLimits(BSZ + 1, 4)))
        .isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void a_smaller_window_closes_no_batch_until_fewer_are_undecided() {
    for (int batch = 0; batch < 4; batch++) {
      batcher.offer(TestRequests.of(1 + 3 * batch, 10, 10, 10), 0);
      assertThat(batcher.poll(0, 0)).isNotNull();
    }
    batcher.limit(new BatchLimits(BSZ, 2));
    batcher.offer(TestRequests.of(13, 10, 10, 10), 0);
    assertThat(batcher.isWindowFull()).isTrue();
    batcher.onDecided(VIEW, 1);
    batcher.onDecided(VIEW, 1);
    assertThat(batcher.poll(10 * DELAY, 0)).isNull();
    assertThat(batcher.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    batcher.onDecided(VIEW, 1);
    assertThat(sequences(batcher.poll(10 * DELAY, 0))).containsExactly(13L, 14L, 15L);
  }

  @Test
  void pending_requests_wait_or_are_undecided() {
    batcher.offer(TestRequests.of(1, 10, 10, 10, 10, 10), 0);
    assertThat(batcher.pending()).isEqualTo(5);
    Batch batch = batcher.poll(0, 0);
    assertThat(batcher.pending()).isEqualTo(5);
    assertThat(batcher.onDecided(VIEW, 1)).isEqualTo(new Batcher.Decided(3, batch.length()));
    assertThat(batcher.pending()).isEqualTo(2);
    assertThat(batcher.onDecided(new View(2, 0), 1)).isNull();
    batcher.stop();
    assertThat(batcher.pending()).isZero();
  }

  private static void drain(Batcher batcher, int batches, int maxBytes, List<Long> into) {
    for (int index = 0; index < batches; index++) {
      Batch batch = batcher.poll(Integer.MAX_VALUE, 0);
      if (batch != null) {
        assertThat(batch.length() <= maxBytes || batch.count() == 1).isTrue();
        assertThat(sequences(batch)).hasSize(batch.count());
        into.addAll(sequences(batch));
        batcher.onDecided(VIEW, 1);
      }
    }
  }

  private static BatchSettings settings(int maxBytes, long queueBytes) {
    return new BatchSettings(maxBytes, DELAY, BatchPolicy.TIMED, queueBytes);
  }

  private static Batcher leading(int maxBytes, int window, long queueBytes) {
    Batcher batcher = new Batcher(settings(maxBytes, queueBytes), window);
    batcher.lead(VIEW);
    return batcher;
  }

  static List<Long> sequences(Batch batch) {
    List<Long> sequences = new ArrayList<>();
    byte[] bytes = batch.bytes();
    for (int at = Batch.HEADER_BYTES; at < bytes.length; ) {
      sequences.add(BatchEntry.sequence(bytes, at));
      at += BatchEntry.HEADER_BYTES + BatchEntry.payloadBytes(bytes, at);
    }
    return sequences;
  }
}
