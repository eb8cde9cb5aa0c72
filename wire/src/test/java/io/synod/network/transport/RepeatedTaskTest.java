package io.synod.network.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class RepeatedTaskTest {

  @Test
  void a_task_that_throws_runs_again_and_is_reported() throws InterruptedException {
    List<Throwable> bugs = new ArrayList<>();
    CountDownLatch runs = new CountDownLatch(4);
    RuntimeException first = new IllegalStateException("first");
    Error second = new Error("second");
    Runnable task =
        () -> {
          runs.countDown();
          if (runs.getCount() == 3) {
            throw first;
          }
          if (runs.getCount() == 2) {
            throw second;
          }
        };
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    try {
      RepeatedTask repeated =
          new RepeatedTask("replica 0: the test", System::nanoTime, bugs::add, task);
      timer.scheduleAtFixedRate(repeated, 1, 1, TimeUnit.MILLISECONDS);
      runs.await();
    } finally {
      timer.shutdownNow();
    }
    assertThat(bugs).containsExactly(first, second);
  }
}
