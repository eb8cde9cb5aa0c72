package io.synod.simulation.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TaskHeapTest {
  private final TaskHeap heap = new TaskHeap();

  @Test
  void tasks_come_by_time_and_then_by_order() {
    PriorityQueue<ScheduledTask> expected =
        new PriorityQueue<>(
            Comparator.comparingLong(ScheduledTask::timeNanos)
                .thenComparingLong(ScheduledTask::order));
    SplittableRandom random = new SplittableRandom(1);
    for (long order = 0; order < 20_000; order++) {
      ScheduledTask task = new ScheduledTask(random.nextLong(1_000), order, () -> {});
      heap.add(task);
      expected.add(task);
      // More are added than taken in the first half, and fewer in the second.
      int taken = random.nextInt(order < 10_000 ? 2 : 4);
      for (; taken > 0 && !expected.isEmpty(); taken--) {
        assertThat(heap.first()).isSameAs(expected.peek());
        assertThat(heap.poll()).isSameAs(expected.poll());
      }
    }
    while (!expected.isEmpty()) {
      assertThat(heap.poll()).isSameAs(expected.poll());
    }
    assertThat(heap.isEmpty()).isTrue();
  }
}
