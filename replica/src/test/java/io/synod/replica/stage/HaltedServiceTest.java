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
import io.synod.service.ExecutionContext;
import io.synod.service.Role;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import io.synod.storage.MemoryJournal;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that has halted, and whose state may be in no order. */
class HaltedServiceTest {
  private final ManualExecutor executor = new ManualExecutor();
  private final List<Throwable> failures = new ArrayList<>();
  private final List<Event> reported = new ArrayList<>();
  private final Broken broken = new Broken();
  private final SnapshotStage snapshots =
      new SnapshotStage(executor, "replica 0", 1 << 20, this::store, failures::add);

  @TempDir private Path directory;

  // Null until there is something to store.
  private SnapshotStore store;

  /** Throws at each request, and then has no state to capture, or one that cannot be written. */
  private static final class Broken implements Service {
    private Error error;

    // Null while the state cannot be captured.
    private Snapshot captured;

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
      if (captured != null) {
        return captured;
      }
      throw new IllegalStateException("in no order");
    }

    @Override
    public void restore(InputStream in) {}
  }

  /** Throws what is not null: {@code writing} when it is written, {@code closing} at its end. */
  private record Capture(Throwable writing, RuntimeException closing) implements Snapshot {
    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write(1);
      if (writing instanceof IOException failure) {
        throw failure;
      }
      if (writing instanceof Error failure) {
        throw failure;
      }
    }

    @Override
    public void close() {
      if (closing != null) {
        throw closing;
      }
    }
  }

  private SnapshotStore store() {
    try {
      if (store == null) {
        Disk disk = FileDisk.of(Files.createDirectory(directory.resolve("snapshots")));
        store = SnapshotStore.open(disk, new SnapshotIdentity("test", 0), () -> 0);
      }
      return store;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Has halted in slot 0. */
  private ServiceStage halted() {
    ServiceSettings stop = new ServiceSettings(OnException.STOP, 8, 1);
    ServiceStage stage =
        TestStages.service(
            executor,
            new Execution(
                broken, new SessionSettings(1_000, 64, 100), stop, ExceptionListener.NONE),
            failures::add);
    snapshots.reportTo(reported::add, new MemoryJournal());
    stage.reportTo(Role.FOLLOWER, TestStages.NOBODY, snapshots, ServiceStage.BatchingListener.NONE);
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
    captureTwice();
    assertThat(failures).isEmpty();
    assertThat(reported)
        .containsExactly(new Event.SnapshotTaken(1, false), new Event.SnapshotTaken(1, false));
    assertThat(store).isNull();
  }

  @Test
  void a_state_that_cannot_be_written_ends_nothing_and_may_be_tried_again() {
    broken.captured = new Capture(new IOException("in no order"), new IllegalStateException("too"));
    captureTwice();
    assertThat(failures).isEmpty();
    assertThat(reported)
        .containsExactly(new Event.SnapshotTaken(1, false), new Event.SnapshotTaken(1, false));
    assertThat(store.list()).isEmpty();
  }

  @Test
  void a_state_that_cannot_be_freed_is_stored() {
    broken.captured = new Capture(null, new IllegalStateException("in no order"));
    captureTwice();
    assertThat(failures).isEmpty();
    assertThat(reported).contains(new Event.SnapshotTaken(1, true, true));
    assertThat(store.list()).extracting(SnapshotInfo::end).containsExactly(1L);
  }

  @Test
  void an_error_while_the_state_is_written_ends_the_replica() {
    broken.captured = new Capture(new StackOverflowError("in a snapshot"), null);
    captureTwice();
    assertThat(failures).singleElement().isInstanceOf(ServiceFailure.class);
  }

  private void captureTwice() {
    ServiceStage stage = halted();
    for (int attempt = 0; attempt < 2; attempt++) {
      stage.capture(true);
      executor.run(stage);
      executor.run(snapshots);
    }
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
