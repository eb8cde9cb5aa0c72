package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.event.Event;
import io.synod.core.execution.ExceptionListener;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ServiceFailure;
import io.synod.core.settings.OnException;
import io.synod.core.settings.ServiceSettings;
import io.synod.core.settings.SessionSettings;
import io.synod.replica.executor.ManualExecutor;
import io.synod.replica.instrumentation.StageTally;
import io.synod.service.ExecutionContext;
import io.synod.service.Role;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import io.synod.storage.MemoryJournal;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A service that has halted, and whose state may be in no order. */
class HaltedServiceTest {
  private final ManualExecutor executor = new ManualExecutor();
  private final List<Throwable> failures = new ArrayList<>();
  private final List<Event> reported = new ArrayList<>();
  private final Broken broken = new Broken();
  private final SnapshotStage snapshots =
      new SnapshotStage(
          executor,
          "replica 0",
          1 << 20,
          () -> {
            throw new AssertionError("there is nothing to store");
          },
          failures::add);

  /** Throws at each request, and then has no state to capture. */
  private static final class Broken implements Service {
    private Error error;

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      throw new IllegalStateException("half done");
    }

    @Override
    public byte[] query(ByteBuffer request) {
      return new byte[0];
    }

    @Override
    public Snapshot snapshot() {
      if (error != null) {
        throw error;
      }
      throw new IllegalStateException("in no order");
    }

    @Override
    public void restore(InputStream in) {}
  }

  /** Has halted in slot 0. */
  private ServiceStage halted() {
    ServiceSettings stop = new ServiceSettings(OnException.STOP, 8, 1);
    ServiceStage stage =
        new ServiceStage(
            "replica 0",
            executor,
            new Execution(
                broken, new SessionSettings(1_000, 64, 100), stop, ExceptionListener.NONE),
            new ServiceStage.ReadLimits(1, 1),
            (end, limits) -> {},
            new ReplyRoutes(1 << 20, 1, new StageTally(false)),
            ReplicaWatch.NONE,
            failures::add);
    snapshots.reportTo(reported::add, new MemoryJournal());
    ExecutionListener nobody =
        new ExecutionListener() {
          @Override
          public void executed(long end) {}

          @Override
          public void restored() {}
        };
    stage.reportTo(Role.FOLLOWER, nobody, snapshots, ServiceStage.BatchingListener.NONE);
    byte[] bytes = new byte[Batch.HEADER_BYTES + 2 * BatchEntry.HEADER_BYTES];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, 0, 7, BatchEntry.OPEN, 0);
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES, 0, 7, 1, 1);
    stage.deliver(0, Batch.close(bytes, 5, 2));
    executor.run(stage);
    assertThat(stage.halt()).isNotNull();
    return stage;
  }

  @Test
  void a_state_that_cannot_be_captured_ends_nothing_and_may_be_tried_again() {
    ServiceStage stage = halted();
    for (int attempt = 0; attempt < 2; attempt++) {
      stage.capture(true);
      executor.run(stage);
      executor.run(snapshots);
    }
    assertThat(failures).isEmpty();
    assertThat(reported)
        .containsExactly(new Event.SnapshotTaken(1, false), new Event.SnapshotTaken(1, false));
    assertThat(stage.halt()).isNotNull();
  }

  @Test
  void where_votes_are_kept_nothing_is_captured_before_the_service_goes_on() {
    ServiceStage stage = halted();
    stage.capture(false);
    executor.run(stage);
    executor.run(snapshots);
    assertThat(failures).isEmpty();
    assertThat(reported).isEmpty();
  }

  @Test
  void an_error_ends_the_replica_as_ever() {
    broken.error = new StackOverflowError("in a snapshot");
    ServiceStage stage = halted();
    stage.capture(true);
    executor.run(stage);
    assertThat(failures).singleElement().isInstanceOf(ServiceFailure.class);
  }
}
