package io.synod.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.chaos.timeline.Timeline;
import io.synod.examples.kv.cluster.KvReplicas;
import io.synod.examples.process.ProcessCluster;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How an operator ends; no replica runs. */
@Timeout(60)
final class OperatorEndTest {
  private static final ChaosOptions.Operator OPTIONS =
      new ChaosOptions.Operator(0, 3_600_000, null);

  private final ReentrantLock processes = new ReentrantLock();
  private ProcessCluster cluster;

  @BeforeEach
  void create() throws IOException {
    cluster = KvReplicas.quick(3);
  }

  @AfterEach
  void delete() throws IOException {
    cluster.delete();
  }

  private Operator operator(Random random) {
    return new Operator(cluster, new Timeline(), processes, OPTIONS, random);
  }

  @Test
  void an_operator_that_fails_fails_the_run() {
    Random failing =
        new Random() {
          private static final long serialVersionUID = 1L;

          @Override
          public long nextLong(long bound) {
            throw new IllegalStateException("no further action");
          }
        };
    Operator operator = operator(failing);
    operator.start();
    assertThatThrownBy(operator::stop)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no further action");
  }

  @Test
  void a_process_is_started_again_before_the_operator_is_interrupted() throws Exception {
    Operator operator = operator(new Random(1));
    operator.start();
    Thread stopping = new Thread(() -> stop(operator));
    // As the operator does from the kill of a process to its start.
    processes.lock();
    try {
      stopping.start();
      while (stopping.isAlive() && !processes.hasQueuedThread(stopping)) {
        Thread.onSpinWait();
      }
      assertThat(stopping.isAlive()).as("waits for the start").isTrue();
    } finally {
      processes.unlock();
    }
    stopping.join(TimeUnit.SECONDS.toMillis(30));
    assertThat(stopping.isAlive()).isFalse();
  }

  private static void stop(Operator operator) {
    try {
      operator.stop();
    } catch (IOException | InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }
}
