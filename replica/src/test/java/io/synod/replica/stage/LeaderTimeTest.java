package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.command.SkipEntry;
import io.synod.core.execution.Execution;
import io.synod.core.settings.SessionSettings;
import io.synod.replica.executor.ManualExecutor;
import io.synod.service.Role;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the batcher learns of the leader time of other leaders. */
class LeaderTimeTest {
  private static final long MILLI = 1_000_000;

  private final ManualExecutor executor = new ManualExecutor();
  private final List<String> passedOn = new ArrayList<>();
  private int timers;

  private final class Batching implements ServiceStage.BatchingListener {
    @Override
    public void halted(SkipEntry entry) {}

    @Override
    public void leaderTime(long millis, long nowNanos) {
      passedOn.add(millis + " at " + nowNanos / MILLI);
    }

    @Override
    public void nextTimer(long atMillis) {
      timers++;
    }
  }

  private static Batch batch(long leaderTimeMillis) {
    byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, 0, 7, BatchEntry.OPEN, 0);
    return Batch.close(bytes, leaderTimeMillis, 1);
  }

  @Test
  void a_service_without_timers_passes_on_that_of_each_batch() {
    ServiceStage stage =
        TestStages.service(
            executor,
            new Execution(new FixedAnswers(0), new SessionSettings(1_000, 64, 100)),
            TestStages::fail);
    stage.reportTo(Role.FOLLOWER, TestStages.NOBODY, null, new Batching());
    passedOn.clear();
    stage.deliver(0, batch(7_000));
    executor.run(stage);
    executor.pass(20 * MILLI);
    // The clock of its leader is behind.
    stage.deliver(1, batch(5_000));
    executor.run(stage);
    executor.pass(10 * MILLI);
    stage.deliver(2, batch(7_500));
    executor.run(stage);
    assertThat(passedOn).containsExactly("7000 at 0", "7000 at 20", "7500 at 30");
    assertThat(timers).isZero();
  }
}
