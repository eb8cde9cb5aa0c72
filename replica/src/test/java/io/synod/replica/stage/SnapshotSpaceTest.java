package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.Batch;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.message.SnapshotPart;
import io.synod.replica.LogLines;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.ManualExecutor;
import io.synod.replica.instrumentation.StageTally;
import io.synod.storage.MemoryJournal;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stages whose disk has no space for a snapshot, for a long time. */
final class SnapshotSpaceTest {
  private static final SynodConfig CONFIG =
      SynodConfig.builder().set("cluster.name", "test").replica(0, "127.0.0.1", 7100, 7200).build();

  @TempDir private Path folder;

  @Test
  void a_disk_without_space_for_a_snapshot_does_not_fill_the_log_of_the_replica() throws Exception {
    ManualExecutor executor = new ManualExecutor();
    SnapshotStore store = storeWithoutSpace();
    SnapshotStage stage =
        new SnapshotStage(
            executor,
            "replica 0",
            1 << 20,
            () -> store,
            failure -> {
              throw new AssertionError(failure);
            });
    List<Event> reported = new ArrayList<>();
    stage.reportTo(reported::add, new MemoryJournal());
    Execution execution = new Execution(new FixedAnswers(0), CONFIG.session());
    execution.execute(
        0, Batch.NOOP, new ReplyRoutes("replica 0", 1 << 20, 1, new StageTally(false)));
    List<String> lines =
        LogLines.of(
            () -> {
              for (int second = 0; second < 30; second++) {
                stage.write(execution.capture());
                executor.run(stage);
                executor.pass(TimeUnit.SECONDS.toNanos(1));
              }
            });
    assertThat(reported).hasSize(30).containsOnly(new Event.SnapshotTaken(1, false));
    assertThat(lines)
        .filteredOn(line -> line.contains("no space for a snapshot of all slots before 1:"))
        .hasSize(3)
        .element(2)
        .asString()
        .endsWith("free some (9 such lines were left out before this one)");
  }

  @Test
  void a_disk_without_space_for_a_peers_snapshot_does_not_fill_the_log_either() throws Exception {
    ManualExecutor executor = new ManualExecutor();
    SnapshotStore store = storeWithoutSpace();
    TransferStage stage =
        new TransferStage(
            executor,
            "replica 0",
            1 << 20,
            1,
            () -> store,
            failure -> {
              throw new AssertionError(failure);
            });
    List<Event> reported = new ArrayList<>();
    stage.reportTo(reported::add, new MemoryJournal());
    List<String> lines =
        LogLines.of(
            () -> {
              for (int round = 0; round < 300; round++) {
                stage.store(new SnapshotPart(7, 100, 0, new byte[10]));
                executor.run(stage);
                executor.pass(TimeUnit.MILLISECONDS.toNanos(100));
              }
            });
    assertThat(reported).hasSize(300).containsOnly(new Event.PartStored(7, -1, false));
    assertThat(lines)
        .filteredOn(line -> line.contains("dropped the snapshot"))
        .hasSize(3)
        .element(2)
        .asString()
        .endsWith("asks again by itself (99 such lines were left out before this one)");
  }

  private SnapshotStore storeWithoutSpace() throws IOException {
    return SnapshotStore.open(
        full(FileDisk.of(Files.createDirectory(folder.resolve("snapshots")))),
        new SnapshotIdentity("test", 0),
        System::currentTimeMillis);
  }

  /** {@code disk}, with no space for another file. */
  private static Disk full(Disk disk) {
    return (Disk)
        Proxy.newProxyInstance(
            Disk.class.getClassLoader(),
            new Class<?>[] {Disk.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("create")) {
                throw new DiskFull("no space", null);
              }
              return method.invoke(disk, arguments);
            });
  }
}
